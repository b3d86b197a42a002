package factor_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
	"automacao/internal/wire/auth/session"
)

func halfway(b *authtest.Bundle, d authtest.Device) bool {
	b.T.Helper()
	refused, ok := errors.AsType[*pgconn.PgError](b.CheckSession(d))
	return ok && refused.Code == "PT401" && refused.Hint == "insufficient_aal"
}

func TestThePasswordAloneOpensNothingOfAProtectedAccount(t *testing.T) {
	b := authtest.Setup(t)
	d := b.Device(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina"}}))
	if err := b.CheckSession(d); err != nil {
		t.Fatalf("without a second factor: %v", err)
	}
	whole, phone := b.Protect(d)
	if err := b.CheckSession(whole); err != nil {
		t.Errorf("with the second factor: %v", err)
	}

	thief := b.SignInAs(authtest.Marina)
	if !halfway(b, thief) {
		t.Error("check_session lets the password alone through")
	}
	if told := b.Me(thief); told.Status != 200 || strings.Contains(string(told.Raw), "Marina") || len(told.Body["factors"].([]any)) != 1 {
		t.Errorf("it is told %s", told.Raw)
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(thief.AccessToken, ".")[1])
	if err != nil || strings.Contains(string(payload), "Marina") {
		t.Errorf("its token says %s", payload)
	}
	for name, ask := range map[string]authtest.Request{
		"Metadata":       {Method: "PUT", Path: "/user", Body: map[string]any{"data": map[string]any{"a": 1}}},
		"Reauthenticate": {Method: "GET", Path: "/reauthenticate"},
		"EndAll":         {Method: "POST", Path: "/logout"},
		"EndOthers":      {Method: "POST", Path: "/logout?scope=others"},
	} {
		ask.Bearer = thief.AccessToken
		if got := b.Do(ask); got.Status != 401 || got.Code() != "insufficient_aal" {
			t.Errorf("%s is answered %d %s", name, got.Status, got.Raw)
		}
	}
	other := b.Device(b.TryRefresh(thief.RefreshToken))
	if !halfway(b, other) {
		t.Error("a refreshed session is whole")
	}
	b.Want(b.Me(whole), 200, "")
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/logout?scope=local", Bearer: other.AccessToken}), 204, "")

	mail := b.Post("/recover", map[string]any{"email": authtest.Marina})
	b.Want(mail, 200, "")
	byMail := b.Device(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": b.Mails.Last(t).Code}))
	b.Want(b.Put(byMail, map[string]any{"password": "bomba dosadora"}), 401, "insufficient_aal")
	b.Clock.Advance(factor.StepSeconds * time.Second)
	byMail = b.Device(b.MeetFactor(byMail, phone, b.Code(phone)))
	b.Want(b.Put(byMail, map[string]any{"password": "bomba dosadora"}), 200, "")
}

func TestAnUnfinishedFactorLiftsNobody(t *testing.T) {
	b := authtest.Setup(t, authtest.GenerousFactors)
	whole, first := b.Protect(b.SignUp(authtest.Marina))
	unfinished := b.EnrolFactor(whole, "Tablet")
	again := b.SignInAs(authtest.Marina)

	// The secret was on a screen, and proves nothing until the owner has finished the enrolment.
	b.Want(b.MeetFactor(again, unfinished, b.Code(unfinished)), 403, "insufficient_aal")
	if !halfway(b, again) {
		t.Error("the password and an unfinished factor open the account")
	}
	if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.mfa_factors WHERE status = 'verified'`); left != 1 {
		t.Errorf("%d factors are verified", left)
	}
	b.Clock.Advance(time.Minute)
	b.Device(b.MeetFactor(whole, unfinished, b.Code(unfinished)))
	b.Clock.Advance(time.Minute)
	b.Device(b.MeetFactor(b.SignInAs(authtest.Marina), first, b.Code(first)))
}

func TestCodesOfAFactorCannotBeGuessed(t *testing.T) {
	b := authtest.Setup(t)
	_, phone := b.Protect(b.SignUp(authtest.Marina))
	thief := b.SignInAs(authtest.Marina)
	try := func(ip string, code string) authtest.Reply {
		made := b.Do(authtest.Request{Method: "POST", Path: "/factors/" + phone.ID + "/challenge", Bearer: thief.AccessToken, IP: ip})
		return b.Do(authtest.Request{Method: "POST", Path: "/factors/" + phone.ID + "/verify", Bearer: thief.AccessToken, IP: ip,
			Body: map[string]any{"challenge_id": made.Body["id"], "code": code}})
	}
	for range 5 {
		b.Want(try(authtest.HomeIP, "000000"), 422, "mfa_verification_failed")
	}
	b.Clock.Advance(time.Minute)
	b.Want(try(authtest.HomeIP, b.Code(phone)), 429, "over_request_rate_limit")
	for range 3 {
		b.Want(try(authtest.OtherIP, "000000"), 422, "mfa_verification_failed")
	}
	b.Want(try("192.0.2.44", b.Code(phone)), 429, "over_request_rate_limit")
	b.Clock.Advance(time.Hour)
	thief = b.SignInAs(authtest.Marina)
	b.Device(try(authtest.HomeIP, b.Code(phone)))
	t.Attr("figure", "5 guesses of a network in 10 minutes, 8 of all in an hour")
}

func makeCodes(b *authtest.Bundle, d authtest.Device) (codes []string, err error) {
	b.T.Helper()
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil {
		b.T.Fatal(err)
	}
	err = b.InTx(func(tx pgx.Tx) (err error) {
		codes, err = b.Factors.MakeRecoveryCodes(b.T.Context(), tx, d.User.ID, claims.Caller().SessionID)
		return err
	})
	return codes, err
}

func TestAnOldSessionProvesItsOwnerBeforeItMakesRecoveryCodes(t *testing.T) {
	b := authtest.Setup(t)
	d, phone := b.Protect(b.SignUp(authtest.Marina))
	before, err := makeCodes(b, d)
	if err != nil {
		t.Fatal(err)
	}
	b.Clock.Advance(session.FreshFor + time.Second)
	if _, err := makeCodes(b, d); !errors.Is(err, account.ErrStale) {
		t.Errorf("an old session makes codes: %v", err)
	}
	b.Device(b.MeetFactor(b.SignInAs(authtest.Marina), phone, before[0]))
	b.Want(b.Put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	if _, err := makeCodes(b, d); !errors.Is(err, account.ErrStale) {
		t.Errorf("with a wrong password: %v", err)
	}
	b.Want(b.Put(d, map[string]any{"current_password": authtest.Password}), 200, "")
	if codes, err := makeCodes(b, d); err != nil || len(codes) != factor.RecoveryCodes {
		t.Errorf("with the password: %v, %v", codes, err)
	}
	b.Clock.Advance(session.FreshFor + time.Second)
	d = b.Device(b.TryRefresh(d.RefreshToken))
	if _, err := makeCodes(b, d); !errors.Is(err, account.ErrStale) {
		t.Errorf("a renewed token is no proof: %v", err)
	}
	d = b.Device(b.MeetFactor(d, phone, b.Code(phone)))
	if _, err := makeCodes(b, d); err != nil {
		t.Errorf("with the second factor: %v", err)
	}
}

func TestARecoveryCodeStandsForTheFactorOnce(t *testing.T) {
	b := authtest.Setup(t)
	whole, phone := b.Protect(b.SignUp(authtest.Marina))
	codes, err := makeCodes(b, whole)
	if err != nil || len(codes) != 10 {
		t.Fatalf("codes are %v, %v", codes, err)
	}
	if kept := authtest.Scalar[string](b, `SELECT string_agg(code_hash::text, ' ') FROM auth.recovery_codes`); strings.Contains(kept, codes[0]) {
		t.Error("codes are kept as they are")
	}
	d := b.SignInAs(authtest.Marina)
	if _, err := makeCodes(b, d); !errors.Is(err, session.ErrAAL2Needed) {
		t.Errorf("the password alone makes codes: %v", err)
	}
	b.Want(b.MeetFactor(d, phone, "AAAA-AAAA-AAAA-AAAA"), 422, "mfa_verification_failed")
	d = b.Device(b.MeetFactor(d, phone, strings.ToLower(strings.ReplaceAll(codes[0], "-", " "))))
	if err := b.CheckSession(d); err != nil {
		t.Errorf("with a recovery code: %v", err)
	}
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailRecoveryCodeUsed, To: authtest.Marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	again := b.SignInAs(authtest.Marina)
	b.Want(b.MeetFactor(again, phone, codes[0]), 422, "mfa_verification_failed")
	if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.recovery_codes`); left != 9 {
		t.Errorf("%d codes are left", left)
	}
	fresh, err := makeCodes(b, d)
	if err != nil {
		t.Fatal(err)
	}
	b.Want(b.MeetFactor(again, phone, codes[1]), 422, "mfa_verification_failed")
	b.Device(b.MeetFactor(again, phone, fresh[9]))

	b.Want(b.Factor(b.Device(b.MeetFactor(b.SignInAs(authtest.Marina), phone, fresh[0])), "DELETE", "/"+phone.ID, nil), 200, "")
	if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.recovery_codes`); left != 0 {
		t.Errorf("%d codes outlive the factor", left)
	}
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailFactorRemoved, To: authtest.Marina}) {
		t.Errorf("its owner is told %+v", told)
	}
}

func TestARecoveryCodeEnrolsNoFactor(t *testing.T) {
	b := authtest.Setup(t)
	whole, _ := b.Protect(b.SignUp(authtest.Marina))
	codes, err := makeCodes(b, whole)
	if err != nil {
		t.Fatal(err)
	}
	b.Want(b.MeetFactor(whole, b.EnrolFactor(whole, "tablet"), codes[0]), 422, "mfa_verification_failed")
}

func TestSecretsOfFactorsAreSealedForTheirOwner(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Seal = authtest.Mirror{} })
	d := b.SignUp(authtest.Marina)
	_, phone := b.Protect(d)
	if kept := authtest.Scalar[string](b, `SELECT secret FROM auth.mfa_factors`); kept != "k.factor "+d.User.ID.String()+"."+phone.Secret {
		t.Errorf("kept is %s", kept)
	}
	// A secret stored without encryption still works.
	b.Exec(`UPDATE auth.mfa_factors SET secret = $1`, phone.Secret)
	b.Clock.Advance(factor.StepSeconds * time.Second)
	b.Device(b.MeetFactor(b.SignInAs(authtest.Marina), phone, b.Code(phone)))
}
