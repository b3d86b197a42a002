package factor_test

import (
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
	"automacao/internal/wire/auth/session"
)

func TestSecondFactorLiftsTheSession(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	elsewhere := b.SignInAs(authtest.Marina)
	phone := b.EnrolFactor(d, "celular")
	b.EnrolFactor(d, "esquecido")
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "totp", "friendly_name": "celular"}), 422, "mfa_factor_name_conflict")

	lifted := b.Device(b.MeetFactor(d, phone, b.Code(phone)))
	claims, err := b.Keys.VerifyAt(lifted.AccessToken, b.Clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"totp"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	b.Want(b.Me(elsewhere), 403, "session_not_found")
	b.Want(b.TryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
	if factors := b.Me(lifted).Body["factors"].([]any); len(factors) != 1 {
		t.Errorf("factors are %v", factors)
	}

	again := b.SignInAs(authtest.Marina)
	b.Want(b.Put(again, map[string]any{"password": "bomba dosadora", "current_password": authtest.Password}), 401, "insufficient_aal")
	b.Want(b.Factor(again, "DELETE", "/"+phone.ID, nil), 422, "insufficient_aal")
	b.Want(b.Factor(again, "POST", "", map[string]any{"factor_type": "totp"}), 403, "insufficient_aal")
	b.Want(b.Factor(lifted, "DELETE", "/"+phone.ID, nil), 200, "")
	if level := authtest.Scalar[string](b, `SELECT aal FROM auth.sessions WHERE id = (SELECT session_id FROM auth.refresh_tokens WHERE hash = $1)`, core.TokenHash(lifted.RefreshToken)); level != session.AAL1 {
		t.Errorf("session stays at %s", level)
	}
}

func TestFactorCodesWorkOnce(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	phone := b.EnrolFactor(d, "")
	code := b.Code(phone)
	d = b.Device(b.MeetFactor(d, phone, code))
	b.Want(b.MeetFactor(d, phone, code), 422, "mfa_verification_failed")
	b.Clock.Advance(factor.StepSeconds * time.Second)
	b.Device(b.MeetFactor(d, phone, b.Code(phone)))
}

func TestChallengeRefusals(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Limits.FactorFailures = ratelimit.Rate{Max: 100, Per: time.Minute} })
	d := b.SignUp(authtest.Marina)
	stranger := b.SignUp("carlos@b.co")
	phone := b.EnrolFactor(d, "")
	verify := func(d authtest.Device, challenge any, code, ip string) authtest.Reply {
		return b.Do(authtest.Request{Method: "POST", Path: "/factors/" + phone.ID + "/verify", Bearer: d.AccessToken, IP: ip,
			Body: map[string]any{"challenge_id": challenge, "code": code}})
	}
	challenge := b.ChallengeID(d, phone)
	b.Want(verify(d, challenge, b.Code(phone), authtest.OtherIP), 422, "mfa_ip_address_mismatch")
	b.Want(verify(stranger, challenge, b.Code(phone), authtest.HomeIP), 422, "mfa_factor_not_found")
	b.Want(b.Factor(stranger, "POST", "/"+phone.ID+"/challenge", nil), 404, "mfa_factor_not_found")
	b.Want(b.Factor(stranger, "DELETE", "/"+phone.ID, nil), 404, "mfa_factor_not_found")
	b.Want(b.Factor(d, "POST", "/x/challenge", nil), 404, "validation_failed")
	for range factor.ChallengeAttemptsMax {
		b.Want(verify(d, challenge, "x", authtest.HomeIP), 422, "mfa_verification_failed")
	}
	b.Want(verify(d, challenge, b.Code(phone), authtest.HomeIP), 422, "mfa_challenge_expired")

	challenge = b.ChallengeID(d, phone)
	b.Clock.Advance(factor.ChallengeTTL + time.Second)
	b.Want(verify(d, challenge, b.Code(phone), authtest.HomeIP), 422, "mfa_challenge_expired")
}

// TestASessionThatEndsWhileItIsChallenged checks the error if another session of the user ends this
// one by proving its own second factor.
func TestASessionThatEndsWhileItIsChallenged(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	b := authtest.SetupOn(t, db.Pool)
	d := b.SignUp(authtest.Marina)
	phone := b.EnrolFactor(d, "celular")
	_, err := db.Owner.Exec(t.Context(), `
		CREATE FUNCTION public.end_first() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN DELETE FROM auth.sessions WHERE id = NEW.session_id; RETURN NEW; END $$;
		CREATE TRIGGER end_first BEFORE INSERT ON auth.mfa_challenges FOR EACH ROW EXECUTE FUNCTION public.end_first()`)
	if err != nil {
		t.Fatal(err)
	}
	b.Want(b.Factor(d, "POST", "/"+phone.ID+"/challenge", nil), 403, "session_not_found")
}

func TestEnrolmentRefusals(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "phone"}), 422, "mfa_phone_enroll_not_enabled")
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "smoke"}), 400, "validation_failed")
	for range factor.FactorsMax {
		b.EnrolFactor(d, "")
	}
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "totp"}), 422, "too_many_enrolled_mfa_factors")
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
