// Package realtime is the websocket hub behind the official client's channels: changes of watched
// tables, broadcasts and presence. It owns the sockets, who may hear what, and the traffic between
// nodes. It knows no table of the product and cannot sign users in.
//
// # Changes
//
// A migration calls realtime.watch('public.messages'). From then on each write sends a notification
// that carries only keys. For every distinct token among the subscribers, the hub reads the row
// under that token's role and claims, so a subscriber receives exactly the rows and columns that it
// may SELECT. After a DELETE there is no row left to check: the hub delivers only primary key
// columns, and only to subscriptions without a filter or filtered by the key.
//
// # Topics
//
// Broadcast and presence belong on private topics (config.private in the client). Policies on
// realtime.messages authorise them: a SELECT policy lets a caller listen, an INSERT policy lets it
// send, and without a policy nobody may do either. realtime.topic() is the requested topic, and the
// column extension is 'broadcast' or 'presence':
//
//	CREATE POLICY "both sides listen to their conversation" ON realtime.messages
//	  FOR SELECT TO authenticated USING (
//	    extension IN ('broadcast', 'presence')
//	    AND realtime.topic() LIKE 'conversation:%'
//	    AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2),
//	                             split_part(realtime.topic(), ':', 3)));
//	CREATE POLICY "both sides speak in their conversation" ON realtime.messages
//	  FOR INSERT TO authenticated WITH CHECK (
//	    extension IN ('broadcast', 'presence')
//	    AND realtime.topic() LIKE 'conversation:%'
//	    AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2),
//	                             split_part(realtime.topic(), ':', 3)));
//
// Anybody may join a public topic, but only for changes of tables: guessing a topic's name must not
// be enough to hear or send anything there. Config.AllowPublic lifts that for a server whose topics
// are all meant for everyone.
//
// # Revalidating access
//
// Each delivery of a row runs Config.PreRequest first. Sockets are authorised again when
// realtime.recheck(user) is called, when a row is deleted from auth.sessions, and every
// Config.RecheckEvery; realtime.disconnect(user) closes them at once. A table whose rows decide
// access to a topic (blocks, memberships) needs a trigger that executes
// realtime.recheck_user('<column with the user id>').
package realtime
