// Package documents draws and prints what the server produces: PDF pages, spreadsheets, calendars
// and preview pictures, and holds their fonts. Its packages turn values into bytes, and iolist turns
// bytes into values: the signals in the files of automation engineers. They know no table, no
// request and no person, and read nothing but their arguments.
//
// Start reading at pdf: every contract, receipt and statement is printed through it.
package documents
