//! A cross table as a page for the browser.

use crate::cross_table::CrossTable;

/// The table as one HTML page that needs nothing else.
pub fn report_html(table: &CrossTable) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let text = escape(&table.to_markdown());
    let name = escape(&table.name);
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n<pre>\n{text}</pre>\n"
    )
}
