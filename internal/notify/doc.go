// Package notify delivers what reaches people outside the product: e-mail, push messages to
// devices, and the job queue that sends both. It delivers messages and retries.
// market/people/notification and market/jobs decide who is told what.
//
// Start reading at queue, which runs the jobs, and mail, which writes the letters.
package notify
