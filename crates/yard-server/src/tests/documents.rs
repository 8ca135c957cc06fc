//! The server shows the documents under `/docs`.

use super::test_server::{Request, TestServer, run};

#[test]
fn every_page_of_the_book_is_under_docs() {
    run(async {
        // Addresses are limited, so a new server comes for each part of the book.
        let files: Vec<(&str, &yard_book::File)> = yard_book::book().files().collect();
        assert!(files.len() > 50, "{}", files.len());
        for part in files.chunks(20) {
            let server = TestServer::new(1);
            for (path, file) in part {
                let answer = server.ask(Request::get(format!("/docs/{path}"))).await;
                assert_eq!(answer.status, 200, "{path}");
                assert_eq!(answer.header("content-type"), Some(file.kind), "{path}");
                assert_eq!(answer.body, file.content, "{path}");
                let policy = answer.header("content-security-policy").unwrap();
                assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"));
            }
        }
    });
}

#[test]
fn docs_lead_to_the_first_page_and_nowhere_else() {
    run(async {
        let server = TestServer::new(1);
        let there = server.ask(Request::get("/docs")).await;
        assert_eq!((there.status, there.header("location")), (308, Some("docs/")));
        let first = server.ask(Request::get("/docs/")).await;
        assert!(first.status == 200 && first.text().contains("<title>"), "{}", first.status);
        let tag = first.header("etag").unwrap().to_owned();
        let again = server.ask(Request::get("/docs/").header("if-none-match", &tag)).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        for path in ["/docs/nothing.html", "/docs/../Cargo.toml", "/docs/%2e%2e/Cargo.toml"] {
            assert_eq!(server.ask(Request::get(path)).await.status, 404, "{path}");
        }
    });
}
