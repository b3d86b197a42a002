package realtime

import (
	"context"
	"testing"
	"time"
)

// breakTopic makes every delivery to a private topic panic.
func (b *bundle) breakTopic(name string) {
	registry := b.hub.registry
	registry.mu.Lock()
	defer registry.mu.Unlock()
	insert(registry.topics, topicKey{name: name, private: true}, &channel{})
}

// breakSubscriber makes every delivery to a table's subscribers, of which there is one identity so
// far, panic.
func (b *bundle) breakSubscriber(table tableName) {
	registry := b.hub.registry
	broken := &channel{socket: &socket{hub: b.hub, version: versionArray}}
	broken.grant.Store(registry.onTable(table)[0].channel.grant.Load())
	registry.mu.Lock()
	defer registry.mu.Unlock()
	insert(registry.subscriptions, table, &subscription{channel: broken, event: "*", table: table})
}

// brokenSocket is a socket that panics when its channels are read.
func (b *bundle) brokenSocket() (s *socket, dropped <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	b.Cleanup(cancel)
	return &socket{hub: b.hub, cancel: cancel, channels: map[string]*channel{"x": {}}}, ctx.Done()
}

func (b *bundle) await(what string, happened <-chan struct{}) {
	b.Helper()
	select {
	case <-happened:
	case <-time.After(patience):
		b.Fatalf("waited in vain until %s", what)
	}
}

func TestPanics(t *testing.T) {
	t.Parallel()

	t.Run("ABrokenChangeMakesSubscribersRejoin", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		compact := b.token("authenticated", marina)
		c.subscribe(compact, onNotes("*"))
		b.hub.changes <- nil
		c.awaitEvent(eventSystem)
		c.awaitEvent(eventError)
		c.subscribe(compact, onNotes("*"))
		b.exec(insertNote, 1, marina, "a")
		c.awaitChange()
	})

	// With one worker both are read in one round trip.
	for _, workers := range []int{1, 2} {
		t.Run("ABrokenDeliveryMakesItsReadersRejoin/"+itoa(int64(workers)), func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(c *Config) { c.Workers = workers })
			c, other := b.dialAnon(), b.dialAnon()
			c.subscribe(b.token("authenticated", marina), onNotes("*"))
			b.breakSubscriber(tableName{"public", "notes"})
			other.subscribe(b.token("authenticated", helena), onNotes("*"))
			b.exec(insertNote, 1, marina, "a")
			c.awaitEvent(eventError)
			b.exec(insertNote, 2, helena, "b")
			other.awaitChange()
			assertEqual(t, other.has(eventError), false)
		})
	}

	t.Run("OnlyTheSocketThatIsReadWhilePanickingIsDropped", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		room(b, "outra")
		c, other := b.dialAnon(), b.dialAnon()
		ref := c.join("sala", b.token("authenticated", marina), options{private: true})
		c.join("outra", b.token("authenticated", marina), options{private: true})
		other.join("outra", b.token("authenticated", helena), options{private: true})
		b.breakTopic("sala")
		c.broadcast(ref, "sala", "oi", "x")
		c.awaitClose()
		for len(b.hub.registry.ofUser(marina)) > 0 {
			other.sync()
		}
		assertEqual(t, len(b.hub.registry.onTopic(topicKey{"outra", true})), 1)
	})

	t.Run("OnlyTheSocketThatIsWrittenWhilePanickingIsDropped", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		other := b.dialAnon()
		broken, dropped := b.brokenSocket()
		broken.queue.framesMax, broken.queue.bytesMax = 1, 1
		broken.send(frame{})
		b.await("the socket is dropped", dropped)
		other.sync()
	})

	t.Run("WhatOtherNodesSayIsStillHeard", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		room(b, "outra")
		c := b.dialAnon()
		c.join("outra", b.token("authenticated", marina), options{private: true})
		b.breakTopic("sala")
		b.exec(`SELECT realtime.send('{}', 'a', 'sala'), realtime.send('{}', 'b', 'outra')`)
		assertEqual(t, c.awaitEvent(eventBroadcast).UserEvent, "b")
	})

	t.Run("TheDatabaseIsHeardAgain", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		compact := b.token("authenticated", marina)
		c.subscribe(compact, onNotes("*"))
		registry := b.hub.registry
		registry.mu.Lock()
		registry.users[helena] = map[*socket]int{{channels: map[string]*channel{"x": {}}}: 1}
		registry.mu.Unlock()
		b.exec(`SELECT realtime.disconnect($1)`, helena)
		c.awaitEvent(eventSystem)
		c.awaitEvent(eventError)
		c.subscribe(compact, onNotes("*"))
		b.exec(insertNote, 1, marina, "a")
		c.awaitChange()
	})

	t.Run("ASocketThatCannotBeAskedAgainIsDropped", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		rechecked, dropped := b.brokenSocket()
		b.hub.due <- rechecked
		b.await("the socket is dropped", dropped)
	})

	t.Run("ASocketThatCannotBeSweptIsDropped", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		expires := time.Now().Add(time.Hour)
		c.join("x", b.tokenUntil("authenticated", marina, expires), options{})
		broken, dropped := b.brokenSocket()
		b.hub.registry.add(broken)
		defer b.hub.registry.remove(broken)
		b.hub.sweepAt(expires.Add(time.Second))
		b.await("the socket is dropped", dropped)
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), tokenExpired)
	})
}
