// Package kernel holds the few concepts that all other rooms share: errors with a code (fault), who
// sends a request (caller), amounts in centavos (money), text that people write (humantext),
// addresses of pages (route), sealed secrets (seal) and guarded goroutines (background). Its
// packages import no other room, and each is small enough to read in one go.
//
// Start reading at fault and caller: nearly every function takes or returns one of them.
package kernel
