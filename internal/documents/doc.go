// Package documents is the room of what the server draws and prints: PDF pages, spreadsheets,
// calendars and preview pictures, and the fonts they use. Its packages turn values into bytes.
// They know no table, no request and no person, and read nothing but what they are given.
//
// Begin with pdf: every contract, receipt and statement is printed through it.
package documents
