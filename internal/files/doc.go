// Package files handles stored bytes: the object store, file kinds, the virus scanner, temporary
// files and the disk. It decides whether a file may be stored and under which name. The database's
// policies, not this room, decide who may read a file.
//
// Start reading at blob, the object store, and filekind, which refuses files that are not what they
// claim to be.
package files
