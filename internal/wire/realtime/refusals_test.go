package realtime

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/wire/token"
)

// ask joins a topic with a payload and returns the reason for a refusal, or "".
func (c *client) ask(topic string, payload any) (reason string) {
	c.Helper()
	_, response := c.awaitReply(c.push("", topic, eventJoin, payload))
	_ = json.Unmarshal(response["reason"], &reason)
	return reason
}

// withConfig is a join's payload with other values in its config.
func withConfig(compact string, config map[string]any) map[string]any {
	payload := joinPayload(compact, options{})
	for name, value := range config {
		payload["config"].(map[string]any)[name] = value
	}
	return payload
}

// failing makes policies fail with the SQLSTATE that ends the topic's name.
const failing = `
CREATE FUNCTION public.fail() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'as asked' USING ERRCODE = right(realtime.topic(), 5); END $$;
GRANT EXECUTE ON FUNCTION public.fail() TO authenticated;
CREATE POLICY "some fail" ON realtime.messages FOR SELECT TO authenticated
  USING (CASE WHEN realtime.topic() LIKE 'fail-%' THEN public.fail() END)`

// TestJoinsAreRefusedInTheWordsOfTheProtocol has a row for each of the protocol's codes.
func TestJoinsAreRefusedInTheWordsOfTheProtocol(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.JoinsPerSecond = 1000 })
	b.exec(failing)
	b.exec(`INSERT INTO public.ended VALUES ($1)`, helena)
	b.exec(addMember, marina, "sala")
	b.hub.reload()
	c := b.dialAnon()
	member := b.token("authenticated", marina)
	stranger, err := token.FromSecret(strings.Repeat("another secret ", 4))
	if err != nil {
		t.Fatal(err)
	}
	forged, err := stranger.Sign(jwt.MapClaims{"role": "authenticated", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	private := map[string]any{"private": true}
	replay := func(params any) map[string]any {
		return map[string]any{"broadcast": map[string]any{"replay": params}, "private": true}
	}
	for name, row := range map[string]struct {
		topic   string
		payload any
		want    string
	}{
		"ATopicWithoutAName":    {"realtime:", joinPayload("", options{}), "TopicNameRequired: You must provide a topic name"},
		"AnotherKindOfTopic":    {"room:sala", joinPayload("", options{}), "TopicNameRequired: You must provide a topic name"},
		"ATopicThatIsTooLong":   {topicPrefix + strings.Repeat("x", lengthMax), joinPayload("", options{}), "TopicNameRequired: You must provide a topic name"},
		"AListForAPayload":      {"realtime:x", []int{}, "InvalidJoinPayload: The join payload is not valid"},
		"ATextForAConfig":       {"realtime:x", map[string]any{"config": "all"}, "InvalidJoinPayload: The join payload is not valid"},
		"ANumberForAKey":        {"realtime:x", withConfig("", map[string]any{"presence": map[string]any{"key": 1}}), "InvalidJoinPayload: The join payload is not valid"},
		"AKeyThatIsTooLong":     {"realtime:x", withConfig("", map[string]any{"presence": map[string]any{"key": strings.Repeat("k", lengthMax+1)}}), "InvalidJoinPayload: The join payload is not valid"},
		"TooManyBindings":       {"realtime:x", withConfig("", map[string]any{"postgres_changes": make([]struct{}, bindingsMax+1)}), "InvalidJoinPayload: The join payload is not valid"},
		"ATokenThatIsNone":      {"realtime:x", joinPayload("nonsense", options{}), "MalformedJWT: The token provided is not a valid JWT"},
		"AForgedToken":          {"realtime:x", joinPayload(forged, options{}), "JwtSignatureError: Failed to validate JWT signature"},
		"ATokenThatExpired":     {"realtime:x", joinPayload(b.tokenUntil("authenticated", marina, time.Now().Add(-time.Minute)), options{}), "InvalidJWTToken: Token has expired"},
		"ATokenWithoutARole":    {"realtime:x", joinPayload(b.tokenUntil("", marina, time.Now().Add(time.Hour)), options{}), "InvalidJWTToken: Fields `role` and `exp` are required in JWT"},
		"ASessionThatEnded":     {"realtime:x", joinPayload(b.token("authenticated", helena), options{}), "Unauthorized: Session ended"},
		"ATopicOfOthers":        {"realtime:outra", withConfig(member, private), "Unauthorized: You do not have permissions to read from this Channel topic: outra"},
		"AVisitor":              {"realtime:sala", withConfig("", private), "Unauthorized: You do not have permissions to read from this Channel topic: sala"},
		"APolicyThatFails":      {"realtime:fail-22012", withConfig(member, private), "Unauthorized: You do not have permissions to read from this Channel topic: fail-22012"},
		"APolicyThatTakesLong":  {"realtime:fail-57014", withConfig(member, private), "QueryCanceled: Query was cancelled, please try again"},
		"APolicyThatIsUndone":   {"realtime:fail-40001", withConfig(member, private), "UnableToSetPolicies: " + string(errNoDatabase)},
		"ReplayOnAPublicTopic":  {"realtime:x", withConfig("", map[string]any{"broadcast": map[string]any{"replay": map[string]any{}}}), "UnableToReplayMessages: Replay is not allowed for public channels"},
		"ReplayOfATime":         {"realtime:sala", withConfig(member, replay(map[string]any{"since": "noon"})), "UnableToReplayMessages: Replay params are not valid"},
		"ReplayBeforeTheEpoch":  {"realtime:sala", withConfig(member, replay(map[string]any{"since": -1})), "UnableToReplayMessages: Replay params are not valid"},
		"ChangesThatAreAwaited": {"realtime:x", withConfig(member, map[string]any{"postgres_changes": []any{map[string]any{}}, "postgres_changes_options": map[string]any{"wait": true}}), "RealtimeDisabledForConfiguration: " + string(errNoTable)},
		"NothingIsWrong":        {"realtime:sala", withConfig(member, private), ""},
	} {
		if got := c.ask(row.topic, row.payload); got != row.want {
			t.Errorf("%s: got %q, want %q", name, got, row.want)
		}
	}
	t.Run("TheDatabaseIsAway", func(t *testing.T) {
		b.hub.listening.Store(false)
		defer b.hub.listening.Store(true)
		assertEqual(t, c.ask("realtime:x", joinPayload(member, options{changes: []map[string]any{onNotes("*")}})), "UnableToConnectToProject: "+string(errNoDatabase))
	})
	t.Run("WhoHasNotJoinedIsTold", func(t *testing.T) {
		status, reply := c.awaitReply(c.push("", "realtime:nowhere", eventBroadcast, struct{}{}))
		assertEqual(t, status+string(reply["reason"]), `error"unmatched topic"`)
		status, _ = c.awaitReply(c.push("", "realtime:nowhere", eventLeave, struct{}{}))
		assertEqual(t, status, "ok")
	})
}

func TestJoinsAreCounted(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.ChannelsMax, c.JoinsPerSecond, c.ConnectionsPerUserMax = 2, 0.001, 1 })
	hasty := b.dialAnon()
	for i, want := range []string{"", "", "ClientJoinRateLimitReached: Too many joins per second"} {
		assertEqual(t, hasty.ask("realtime:"+itoa(int64(i)), joinPayload("", options{})), want)
	}
	compact := b.token("authenticated", marina)
	first, second := b.dialAnon(), b.dialAnon()
	first.join("x", compact, options{})
	assertEqual(t, second.ask("realtime:x", joinPayload(compact, options{})), "ConnectionRateLimitReached: Too many connected users")
	generous := startNode(t, b.db, func(c *Config) { c.ChannelsMax, c.JoinsPerSecond = 1, 1e9 })
	c := generous.dialAnon()
	c.join("x", "", options{})
	assertEqual(t, c.ask("realtime:y", joinPayload("", options{})), "ChannelRateLimitReached: Too many channels")
}

// told is the payload of a system message.
type told struct{ Extension, Status, Message, Channel string }

func (c *client) awaitSystem() (said told) {
	c.Helper()
	if err := json.Unmarshal(c.awaitEvent(eventSystem).Payload, &said); err != nil {
		c.Fatal(err)
	}
	return said
}

// TestSystemMessages has a row for each message about the state of subscriptions, and for those
// that close a channel.
func TestSystemMessages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	room(b, "sala")
	member := b.token("authenticated", marina)
	const (
		begins  = "Unable to subscribe to changes with given parameters. "
		checks  = begins + "Please check Realtime is enabled for the given connect parameters: "
		happens = begins + "An exception happened so please check your connect parameters: "
	)
	t.Run("OfChanges", func(t *testing.T) {
		c := b.dialAnon()
		for binding, want := range map[string]told{
			`{"table":"notes"}`: {Status: "ok", Message: "Subscribed to PostgreSQL"},
			`{"schema":"*"}`:    {Status: "ok", Message: "Subscribed to PostgreSQL"},
			`{"event":"INSERT"}`: {Status: "error",
				Message: "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to"},
			`{"table":1}`: {Status: "error", Message: "Error parsing subscription params"},
			`{"table":"notes","select":"id"}`: {Status: "error",
				Message: "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"},
			`{"schema":"public","select":["id"]}`: {Status: "error",
				Message: "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."},
			`{"table":"notes","filter":"id"}`: {Status: "error", Message: "Error parsing `filter` params: [\"id\"]"},
			`{"table":"notes","filter":"text=match.a"}`: {Status: "error",
				Message: "Error parsing `filter` params: regular expressions (match, imatch) are not allowed"},
			`{"table":"unwatched"}`: {Status: "error", Message: checks + "[event: *, schema: public, table: unwatched, filters: [], select: nil]"},
			`{"table":"missing","event":"delete"}`: {Status: "error",
				Message: checks + "[event: DELETE, schema: public, table: missing, filters: [], select: nil]"},
			`{"table":"notes","filter":"secret=eq.x"}`: {Status: "error",
				Message: happens + `[event: *, schema: public, table: notes, filters: [{"secret", "eq", "x", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter secret`},
			`{"table":"notes","select":["id","none"]}`: {Status: "error",
				Message: happens + `[event: *, schema: public, table: notes, filters: [], select: ["id", "none"]]. Exception: ERROR P0001 (raise_exception) invalid column for select none`},
			`{"table":"notes","filter":"id=in.(1,x)"}`: {Status: "error",
				Message: happens + `[event: *, schema: public, table: notes, filters: [{"id", "in", "{1,x}", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid value for filter on "id"`},
		} {
			want.Extension, want.Channel = eventChanges, "x"
			if reason := c.ask("realtime:x", withConfig(member, map[string]any{"postgres_changes": []json.RawMessage{json.RawMessage(binding)}})); reason != "" {
				t.Errorf("%s: refused: %s", binding, reason)
				continue
			}
			if got := c.awaitSystem(); got != want {
				t.Errorf("%s:\ngot  %v\nwant %v", binding, got, want)
			}
		}
	})
	t.Run("OfReplication", func(t *testing.T) {
		c := b.dialAnon()
		c.ask("realtime:x", withConfig(member, map[string]any{"broadcast": map[string]any{"replication_ready": "true"}}))
		assertEqual(t, c.awaitSystem(), told{"system", "ok", "Replication connection established", "x"})
	})
	t.Run("OfWhatIsNotSaid", func(t *testing.T) {
		c := b.dialAnon()
		b.exec(addMember, marina, "listen-only")
		for name, want := range map[string]string{
			"x": string(errPrivateOnly), "listen-only": "Unauthorized: You do not have permissions to write to this Channel topic: listen-only",
		} {
			c.broadcast(c.join(name, member, options{private: name != "x"}), name, "oi", 1)
			assertEqual(t, c.awaitSystem(), told{"system", "error", want, name})
		}
	})
	for name, row := range map[string]struct {
		end  func(c *client, ref string)
		want string
	}{
		"OfATokenThatExpired": {func(*client, string) { b.hub.sweepAt(time.Now().Add(2 * time.Hour)) }, tokenExpired},
		"OfARenewalThatIsNone": {func(c *client, ref string) {
			c.push(ref, "realtime:sala", eventAccessToken, map[string]string{"access_token": "nonsense"})
		}, "The token provided is not a valid JWT"},
		"OfARenewalThatMayNotRead": {func(c *client, ref string) {
			c.push(ref, "realtime:sala", eventAccessToken, map[string]string{"access_token": b.token("authenticated", uuid.New())})
		}, "You do not have permissions to read from this Channel topic: sala"},
	} {
		t.Run(name, func(t *testing.T) {
			c := b.dialAnon()
			row.end(c, c.join("sala", member, options{private: true}))
			assertEqual(t, c.awaitSystem(), told{"system", "error", row.want, "sala"})
			c.awaitEvent(eventClose)
		})
	}
}
