package volume

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

type messageRow struct {
	ID        uuid.UUID  `json:"id"`
	FromID    uuid.UUID  `json:"from_id"`
	ToID      uuid.UUID  `json:"to_id"`
	Content   string     `json:"content"`
	ReadAt    *time.Time `json:"read_at"`
	Timestamp time.Time  `json:"timestamp"`
}

const insertMessages = `
	WITH sent AS (
	  INSERT INTO public.messages (id, from_id, to_id, content, read, read_at, delivered_at, timestamp)
	  SELECT id, from_id, to_id, content, read_at IS NOT NULL, read_at, read_at, timestamp
	  FROM json_to_recordset($1::json) AS g (id uuid, from_id uuid, to_id uuid, content text, read_at timestamptz, timestamp timestamptz)
	  RETURNING *
	)` + fileSent

// fileSent adds the sent messages to both sides' conversations, as the trigger file does for a
// single message. The newest message becomes the last one of its conversation, regardless of the
// order of the batches.
const fileSent = `, side AS (
	  SELECT from_id AS owner_id, to_id AS partner_id, false AS unread, thread, id, from_id, content, timestamp FROM sent WHERE sender_visible
	  UNION ALL
	  SELECT to_id, from_id, NOT read, thread, id, from_id, content, timestamp FROM sent
	)
	INSERT INTO public.conversations AS mine (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count)
	SELECT DISTINCT ON (owner_id, partner_id) owner_id, partner_id, thread, id, from_id, left(content, 160), timestamp,
	       count(*) FILTER (WHERE unread) OVER (PARTITION BY owner_id, partner_id)
	FROM side
	ORDER BY owner_id, partner_id, timestamp DESC, id DESC
	ON CONFLICT (owner_id, partner_id) DO UPDATE SET
	  (last_message_id, last_from_id, last_content, last_at, last_files_count, partner_party_id) = (
	    SELECT * FROM (VALUES
	      (excluded.last_message_id, excluded.last_from_id, excluded.last_content, excluded.last_at, excluded.last_files_count,
	       CASE WHEN excluded.last_from_id <> mine.partner_id THEN mine.partner_party_id END),
	      (mine.last_message_id, mine.last_from_id, mine.last_content, mine.last_at, mine.last_files_count, mine.partner_party_id))
	      AS either (id, from_id, content, at, files_count, party_id)
	    ORDER BY either.at DESC, either.id DESC LIMIT 1),
	  unread_count = mine.unread_count + excluded.unread_count`

func (l *loader) messages(ctx context.Context) error {
	s := step{"messages", l.size.Messages, []string{"public.messages", "public.conversations"}, []statement{{sql: insertMessages}}}
	return store(ctx, l, s, l.messageRows(), nil)
}

// The volume has one long conversation with a tenth of all messages, between the two accounts that
// the sign-in page lists. The others are of ordinary length.
const (
	longShare   = 10
	longSpan    = 200 * 24 * time.Hour
	shortestMin = 4
	longestMax  = 36
	unreadMax   = 3
)

func (l *loader) messageRows() iter.Seq[messageRow] {
	random := chance(5)
	return func(yield func(messageRow) bool) {
		long := l.size.Messages / longShare
		if long > 0 && !l.talk(random, l.companies[0], l.professionals[0], 0, long, longSpan/time.Duration(long), yield) {
			return
		}
		for made := long; made < l.size.Messages; {
			count := min(shortestMin+random.IntN(longestMax-shortestMin), l.size.Messages-made)
			gap := between(random, 5*time.Minute, 9*time.Hour)
			if !l.talk(random, pick(random, l.companies), pick(random, l.professionals), made, count, gap, yield) {
				return
			}
			made += count
		}
	}
}

// talk yields one conversation in chronological order. The last messages are unread.
func (l *loader) talk(random *rand.Rand, company, professional person, first, count int, gap time.Duration, yield func(messageRow) bool) bool {
	var text *document
	var exchange [2]string
	end := l.run.begunAt.Add(-between(random, time.Hour, 60*24*time.Hour))
	unread := random.IntN(unreadMax + 1)
	for n := range count {
		row := messageRow{FromID: professional.id, ToID: company.id}
		// A question and its answer share the same words.
		if n%2 == 0 {
			text, exchange = newDocument(random), pick(random, exchanges)
		} else {
			row.FromID, row.ToID = company.id, professional.id
		}
		row.Content = text.fill(exchange[n%2])
		row.Timestamp = end.Add(-time.Duration(count-n) * gap).Add(between(random, 0, gap))
		if n < count-unread {
			readAt := row.Timestamp.Add(gap)
			row.ReadAt = &readAt
		}
		row.ID = key(row.Timestamp, first+n)
		if !yield(row) {
			return false
		}
	}
	return true
}
