// Package notify is the room of what reaches people outside the product: e-mail, push messages
// to devices, and the queue that sends both later. It carries messages and tries again; what is
// said to whom is decided by market/people/notification and market/jobs.
//
// Begin with queue, which runs the work, and mail, which writes the letters.
package notify
