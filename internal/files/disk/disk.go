// Package disk offers what Go's library lacks of the file system: locks, free space, syncing data
// and swapping files. It knows nothing about what the files hold.
package disk
