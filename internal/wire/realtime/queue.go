package realtime

import "sync"

// queue holds the frames that wait for one socket. It is bounded, so that a client that stops
// reading costs a known amount of memory and is then disconnected; pushing never blocks. It also
// says when a goroutine must be started to write: none waits for frames that may not come for
// hours.
type queue struct {
	bytesMax, framesMax int

	mu     sync.Mutex
	frames []frame
	bytes  int
	closed bool
	// attended is true while a goroutine takes frames.
	attended bool
}

// push returns fits false if the queue is full, and isUnattended true if the caller must start a
// goroutine to take frames. A closed queue discards frames: its socket is being closed.
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

// take empties the queue. A goroutine that finds it empty stops attending it; last is true only for
// the one that finds it empty and closed.
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

// close reports whether the caller must start a goroutine to attend the queue, so that there is a
// last one.
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
