//! TLS to a PostgreSQL database whose certificate it has signed itself, as `scripts/with-postgres` makes one.

use crate::store::{Place, Store, StoreError};

/// The URL of the test database on another host name and with other options.
fn url(host: &str, options: &str) -> Option<String> {
    let url = std::env::var("YARD_TEST_DATABASE").ok()?;
    let (before, after) = url.split_once("@127.0.0.1:")?;
    Some(format!("{before}@{host}:{after}?{options}"))
}

/// Whether the store's connections are encrypted, as the database sees it.
async fn is_encrypted(url: &str) -> Result<bool, StoreError> {
    let store = Store::open(Place::Postgres(url), "one").await?;
    let sql =
        "SELECT CAST(count(*) AS BIGINT) FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl";
    let mut rows = store.rows(sql, Vec::new()).await.unwrap();
    Ok(rows[0].take::<i64>().unwrap() == 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_to_the_database_is_as_the_url_asks() {
    let Ok(certificate) = std::env::var("YARD_TEST_CERTIFICATE") else { return };
    let strange = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(strange.path(), STRANGE).unwrap();
    let strange = strange.path().display();
    let trusted = format!("sslrootcert={certificate}");
    for (host, options, encrypted) in [
        ("127.0.0.1", "sslmode=disable".to_owned(), Some(false)),
        ("127.0.0.1", "sslmode=prefer".to_owned(), Some(true)),
        ("127.0.0.1", "application_name=x".to_owned(), Some(true)),
        ("127.0.0.1", "sslmode=require".to_owned(), Some(true)),
        ("127.0.0.1", format!("sslmode=require&{trusted}"), Some(true)),
        ("127.0.0.1", format!("sslmode=verify-ca&{trusted}"), Some(true)),
        ("localhost", format!("sslmode=verify-full&{trusted}"), Some(true)),
        // The certificate is for another name.
        ("127.0.0.1", format!("sslmode=verify-full&{trusted}"), None),
        // Nobody whom we trust has signed it.
        ("localhost", "sslmode=verify-full&sslrootcert=system".to_owned(), None),
        ("localhost", format!("sslmode=verify-full&sslrootcert={strange}"), None),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={strange}"), None),
        ("127.0.0.1", format!("sslmode=require&sslrootcert={strange}"), None),
    ] {
        let Some(url) = url(host, &options) else { return };
        match (is_encrypted(&url).await, encrypted) {
            (Ok(is), Some(wanted)) => assert_eq!(is, wanted, "{host} {options}"),
            (Err(_), None) => {}
            (Ok(_), None) => panic!("{host} {options} was let through"),
            (Err(error), Some(_)) => panic!("{host} {options}: {error}"),
        }
    }
}

/// A server, or somebody in between, that says it has no TLS gets nothing out of one who insists on it.
#[tokio::test]
async fn whoever_insists_on_tls_says_nothing_without_it() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut heard = [0; 8];
        stream.read_exact(&mut heard).await.unwrap();
        stream.write_all(b"N").await.unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.unwrap();
        (heard, rest)
    });
    let url = format!("postgres://yard:secret@{address}/yard?sslmode=require");
    let refused = Store::open(Place::Postgres(&url), "one").await.err().unwrap().to_string();
    assert!(refused.contains("TLS") && !refused.contains("secret"), "{refused}");
    let (heard, rest) = heard.await.unwrap();
    assert_eq!(heard, [0, 0, 0, 8, 4, 210, 22, 47], "the question whether there is TLS");
    assert_eq!(rest, b"");
}

/// A certificate of nobody, signed by itself.
const STRANGE: &str = include_str!("strange.pem");
