// Package files is the room of stored bytes: the object store, what kind a file is, the virus
// scanner, temporary files and the disk. It says whether a file may be kept and under which name.
// Who may read a file is decided by the database's policies, not here.
//
// Begin with blob, the object store, and filekind, which refuses files that are not what they say.
package files
