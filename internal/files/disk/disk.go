// Package disk asks the system of files what Go's library does not: for locks,
// for room, and to write out. It knows nothing of what is in the files.
package disk
