package realtime

import "sync"

// queue holds the frames that wait for one socket. It is bounded, so that a
// client that stops reading costs a known amount of memory and is then
// dropped; pushing never blocks.
type queue struct {
	bytesMax, framesMax int

	mu     sync.Mutex
	frames []frame
	bytes  int
	closed bool
	ready  chan struct{}
}

func newQueue(bytesMax, framesMax int) *queue {
	return &queue{bytesMax: bytesMax, framesMax: framesMax, ready: make(chan struct{}, 1)}
}

// push reports false when the queue is full. A closed queue takes frames and
// forgets them: their socket is on its way out.
func (q *queue) push(f frame) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true
	}
	if len(q.frames) >= q.framesMax || q.bytes+len(f.data) > q.bytesMax {
		return false
	}
	q.frames = append(q.frames, f)
	q.bytes += len(f.data)
	q.wake()
	return true
}

// take empties the queue; last is true once nothing more will come.
func (q *queue) take() (frames []frame, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames, q.frames, q.bytes = q.frames, nil, 0
	return frames, q.closed
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}
