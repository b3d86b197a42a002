// Package kernel is the room of the few words that every other room speaks: errors with a code
// (fault), who sends a request (caller), amounts in centavos (money), text that people write
// (humantext), addresses of pages (route), sealed secrets (seal) and guarded goroutines
// (background). Its packages import no other room, and each is small enough to read at once.
//
// Begin with fault and caller: nearly every function takes or returns one of them.
package kernel
