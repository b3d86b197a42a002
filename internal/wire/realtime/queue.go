package realtime

import "sync"

// queue holds the frames that wait for one socket. It is bounded, so that a
// client that stops reading costs a known amount of memory and is then
// dropped; pushing never blocks. It also says when somebody has to come and
// write: nobody waits for frames that may not come for hours.
type queue struct {
	bytesMax, framesMax int

	mu     sync.Mutex
	frames []frame
	bytes  int
	closed bool
	// attended is true while somebody takes what there is.
	attended bool
}

// push reports false when the queue is full, and whether the caller has to
// have it attended. A closed queue takes frames and forgets them: their socket
// is on its way out.
func (q *queue) push(f frame) (fits, isUnattended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true, false
	}
	if len(q.frames) >= q.framesMax || q.bytes+f.length() > q.bytesMax {
		return false, false
	}
	q.frames = append(q.frames, f)
	q.bytes += f.length()
	return true, q.attend()
}

// take empties the queue. Who finds nothing attends it no longer; last is true
// for the only one who finds nothing and that nothing more will come.
func (q *queue) take() (frames []frame, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames, q.frames, q.bytes = q.frames, nil, 0
	if len(frames) > 0 {
		return frames, false
	}
	q.attended = q.closed
	return nil, q.closed
}

// close reports whether the caller has to have the queue attended, so that
// somebody is the last.
func (q *queue) close() (isUnattended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.closed = true
	return q.attend()
}

func (q *queue) attend() (isFirst bool) {
	isFirst = !q.attended
	q.attended = true
	return isFirst
}
