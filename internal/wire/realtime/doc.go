// Package realtime is the websocket hub that the official client's channels
// talk to: changes of watched tables, broadcasts and presence. It owns the
// sockets, who may hear what, and the traffic between nodes; it knows no table
// of the product and no way to sign in.
//
// # Changes
//
// A migration calls realtime.watch('public.messages'). From then on each
// write sends a notification that carries keys only. For every distinct token
// among the subscribers the hub asks under that token's role and claims whether
// it sees the row, and reads the row under its role, so a subscriber receives
// exactly the rows and columns it may SELECT. A DELETE has no row left to check and delivers primary key columns
// only, and only to subscriptions without a filter or filtered by the key.
//
// # Topics
//
// Broadcast and presence belong on private topics (config.private in the
// client). They are authorised by policies on realtime.messages: a SELECT
// policy lets a caller listen, an INSERT policy lets it speak, and without a
// policy nobody does either. realtime.topic() is the topic being asked for,
// the column extension is 'broadcast' or 'presence':
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
// Anybody may join a public topic, but only for changes of tables: whoever
// guesses a name must not hear or say anything there. Config.AllowPublic
// lifts that for a server whose topics are all meant for everyone.
//
// # Staying authorised
//
// Each delivery of a row runs Config.PreRequest first. Sockets are asked
// again when realtime.recheck(user) is called, when a row leaves auth.sessions,
// and every Config.RecheckEvery; realtime.disconnect(user) ends them at once.
// A table whose rows decide about a topic (blocks, memberships) gets a trigger
// that executes realtime.recheck_user('<column with the user id>').
package realtime
