package auth

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// protect gives an account a verified factor and returns the session that proved it.
func (b *bundle) protect(d device) (device, enrolled) {
	b.t.Helper()
	phone := b.enrolFactor(d, "celular")
	return b.device(b.meetFactor(d, phone, b.code(phone))), phone
}

func (b *bundle) halfway(d device) bool {
	b.t.Helper()
	refused, ok := errors.AsType[*pgconn.PgError](b.checkSession(d))
	return ok && refused.Code == "PT401" && refused.Hint == "insufficient_aal"
}

func TestThePasswordAloneOpensNothingOfAProtectedAccount(t *testing.T) {
	b := setup(t)
	d := b.device(b.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina"}}))
	if err := b.checkSession(d); err != nil {
		t.Fatalf("without a second factor: %v", err)
	}
	whole, phone := b.protect(d)
	if err := b.checkSession(whole); err != nil {
		t.Errorf("with the second factor: %v", err)
	}

	thief := b.signInAs(marina)
	if !b.halfway(thief) {
		t.Error("check_session lets the password alone through")
	}
	if told := b.me(thief); told.status != 200 || strings.Contains(string(told.raw), "Marina") || len(told.body["factors"].([]any)) != 1 {
		t.Errorf("it is told %s", told.raw)
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(thief.AccessToken, ".")[1])
	if err != nil || strings.Contains(string(payload), "Marina") {
		t.Errorf("its token says %s", payload)
	}
	for name, ask := range map[string]request{
		"Metadata":       {method: "PUT", path: "/user", body: map[string]any{"data": map[string]any{"a": 1}}},
		"Reauthenticate": {method: "GET", path: "/reauthenticate"},
		"EndAll":         {method: "POST", path: "/logout"},
		"EndOthers":      {method: "POST", path: "/logout?scope=others"},
	} {
		ask.bearer = thief.AccessToken
		if got := b.do(ask); got.status != 401 || got.code() != "insufficient_aal" {
			t.Errorf("%s is answered %d %s", name, got.status, got.raw)
		}
	}
	other := b.device(b.tryRefresh(thief.RefreshToken))
	if !b.halfway(other) {
		t.Error("a refreshed session is whole")
	}
	b.want(b.me(whole), 200, "")
	b.want(b.do(request{method: "POST", path: "/logout?scope=local", bearer: other.AccessToken}), 204, "")

	mail := b.post("/recover", map[string]any{"email": marina})
	b.want(mail, 200, "")
	byMail := b.device(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": b.mails.last(t).code}))
	b.want(b.put(byMail, map[string]any{"password": "bomba dosadora"}), 401, "insufficient_aal")
	b.clock.advance(stepSeconds * time.Second)
	byMail = b.device(b.meetFactor(byMail, phone, b.code(phone)))
	b.want(b.put(byMail, map[string]any{"password": "bomba dosadora"}), 200, "")
}

func TestAnUnfinishedFactorLiftsNobody(t *testing.T) {
	b := setup(t, generousFactors)
	whole, first := b.protect(b.signUp(marina))
	unfinished := b.enrolFactor(whole, "Tablet")
	again := b.signInAs(marina)

	// The secret was on a screen, and proves nothing until the owner has finished the enrolment.
	b.want(b.meetFactor(again, unfinished, b.code(unfinished)), 403, "insufficient_aal")
	if !b.halfway(again) {
		t.Error("the password and an unfinished factor open the account")
	}
	if left := scalar[int](b, `SELECT count(*) FROM auth.mfa_factors WHERE status = 'verified'`); left != 1 {
		t.Errorf("%d factors are verified", left)
	}
	b.clock.advance(time.Minute)
	b.device(b.meetFactor(whole, unfinished, b.code(unfinished)))
	b.clock.advance(time.Minute)
	b.device(b.meetFactor(b.signInAs(marina), first, b.code(first)))
}

func TestCodesOfAFactorCannotBeGuessed(t *testing.T) {
	b := setup(t)
	_, phone := b.protect(b.signUp(marina))
	thief := b.signInAs(marina)
	try := func(ip string, code string) reply {
		made := b.do(request{method: "POST", path: "/factors/" + phone.id + "/challenge", bearer: thief.AccessToken, ip: ip})
		return b.do(request{method: "POST", path: "/factors/" + phone.id + "/verify", bearer: thief.AccessToken, ip: ip,
			body: map[string]any{"challenge_id": made.body["id"], "code": code}})
	}
	for range 5 {
		b.want(try(homeIP, "000000"), 422, "mfa_verification_failed")
	}
	b.clock.advance(time.Minute)
	b.want(try(homeIP, b.code(phone)), 429, "over_request_rate_limit")
	for range 3 {
		b.want(try(otherIP, "000000"), 422, "mfa_verification_failed")
	}
	b.want(try("192.0.2.44", b.code(phone)), 429, "over_request_rate_limit")
	b.clock.advance(time.Hour)
	thief = b.signInAs(marina)
	b.device(try(homeIP, b.code(phone)))
	t.Attr("figure", "5 guesses of a network in 10 minutes, 8 of all in an hour")
}

func (b *bundle) makeCodes(d device) (codes []string, err error) {
	b.t.Helper()
	claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	err = b.inTx(func(tx pgx.Tx) (err error) {
		codes, err = b.MakeRecoveryCodes(b.t.Context(), tx, d.User.ID, claims.Caller().SessionID)
		return err
	})
	return codes, err
}

func TestAnOldSessionProvesItsOwnerBeforeItMakesRecoveryCodes(t *testing.T) {
	b := setup(t)
	d, phone := b.protect(b.signUp(marina))
	before, err := b.makeCodes(d)
	if err != nil {
		t.Fatal(err)
	}
	b.clock.advance(freshFor + time.Second)
	if _, err := b.makeCodes(d); !errors.Is(err, errStale) {
		t.Errorf("an old session makes codes: %v", err)
	}
	b.device(b.meetFactor(b.signInAs(marina), phone, before[0]))
	b.want(b.put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	if _, err := b.makeCodes(d); !errors.Is(err, errStale) {
		t.Errorf("with a wrong password: %v", err)
	}
	b.want(b.put(d, map[string]any{"current_password": password}), 200, "")
	if codes, err := b.makeCodes(d); err != nil || len(codes) != recoveryCodes {
		t.Errorf("with the password: %v, %v", codes, err)
	}
	b.clock.advance(freshFor + time.Second)
	d = b.device(b.tryRefresh(d.RefreshToken))
	if _, err := b.makeCodes(d); !errors.Is(err, errStale) {
		t.Errorf("a renewed token is no proof: %v", err)
	}
	d = b.device(b.meetFactor(d, phone, b.code(phone)))
	if _, err := b.makeCodes(d); err != nil {
		t.Errorf("with the second factor: %v", err)
	}
}

func TestARecoveryCodeStandsForTheFactorOnce(t *testing.T) {
	b := setup(t)
	whole, phone := b.protect(b.signUp(marina))
	codes, err := b.makeCodes(whole)
	if err != nil || len(codes) != 10 {
		t.Fatalf("codes are %v, %v", codes, err)
	}
	if kept := scalar[string](b, `SELECT string_agg(code_hash::text, ' ') FROM auth.recovery_codes`); strings.Contains(kept, codes[0]) {
		t.Error("codes are kept as they are")
	}
	d := b.signInAs(marina)
	if _, err := b.makeCodes(d); !errors.Is(err, errAAL2Needed) {
		t.Errorf("the password alone makes codes: %v", err)
	}
	b.want(b.meetFactor(d, phone, "AAAA-AAAA-AAAA-AAAA"), 422, "mfa_verification_failed")
	d = b.device(b.meetFactor(d, phone, strings.ToLower(strings.ReplaceAll(codes[0], "-", " "))))
	if err := b.checkSession(d); err != nil {
		t.Errorf("with a recovery code: %v", err)
	}
	if told := b.mails.last(t); told != (sentMail{kind: MailRecoveryCodeUsed, to: marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	again := b.signInAs(marina)
	b.want(b.meetFactor(again, phone, codes[0]), 422, "mfa_verification_failed")
	if left := scalar[int](b, `SELECT count(*) FROM auth.recovery_codes`); left != 9 {
		t.Errorf("%d codes are left", left)
	}
	fresh, err := b.makeCodes(d)
	if err != nil {
		t.Fatal(err)
	}
	b.want(b.meetFactor(again, phone, codes[1]), 422, "mfa_verification_failed")
	b.device(b.meetFactor(again, phone, fresh[9]))

	b.want(b.factor(b.device(b.meetFactor(b.signInAs(marina), phone, fresh[0])), "DELETE", "/"+phone.id, nil), 200, "")
	if left := scalar[int](b, `SELECT count(*) FROM auth.recovery_codes`); left != 0 {
		t.Errorf("%d codes outlive the factor", left)
	}
	if told := b.mails.last(t); told != (sentMail{kind: MailFactorRemoved, to: marina}) {
		t.Errorf("its owner is told %+v", told)
	}
}

func TestARecoveryCodeEnrolsNoFactor(t *testing.T) {
	b := setup(t)
	whole, _ := b.protect(b.signUp(marina))
	codes, err := b.makeCodes(whole)
	if err != nil {
		t.Fatal(err)
	}
	b.want(b.meetFactor(whole, b.enrolFactor(whole, "tablet"), codes[0]), 422, "mfa_verification_failed")
}

// mirror is a Sealer that does not encrypt.
type mirror struct{}

func (mirror) Seal(secret, owner string) string { return "k." + owner + "." + secret }
func (mirror) Open(sealed, owner string) (string, error) {
	secret, ok := strings.CutPrefix(sealed, "k."+owner+".")
	if !ok {
		return "", errors.New("not its owner")
	}
	return secret, nil
}

func TestSecretsOfFactorsAreSealedForTheirOwner(t *testing.T) {
	b := setup(t, func(c *Config) { c.Seal = mirror{} })
	d := b.signUp(marina)
	_, phone := b.protect(d)
	if kept := scalar[string](b, `SELECT secret FROM auth.mfa_factors`); kept != "k.factor "+d.User.ID.String()+"."+phone.secret {
		t.Errorf("kept is %s", kept)
	}
	// A secret stored without encryption still works.
	b.exec(`UPDATE auth.mfa_factors SET secret = $1`, phone.secret)
	b.clock.advance(stepSeconds * time.Second)
	b.device(b.meetFactor(b.signInAs(marina), phone, b.code(phone)))
}
