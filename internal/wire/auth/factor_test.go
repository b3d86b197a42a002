package auth

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
)

type enrolled struct{ id, secret string }

func (b *bundle) factor(d device, method, path string, body any) reply {
	b.t.Helper()
	return b.do(request{method: method, path: "/factors" + path, bearer: d.AccessToken, body: body})
}

func (b *bundle) enrolFactor(d device, name string) enrolled {
	b.t.Helper()
	got := b.factor(d, "POST", "", map[string]any{"factor_type": "totp", "friendly_name": name})
	b.want(got, 200, "")
	made := got.body["totp"].(map[string]any)
	if !strings.HasPrefix(made["qr_code"].(string), "<svg ") || !strings.HasPrefix(made["uri"].(string), "otpauth://totp/") {
		b.t.Errorf("enrolment is %s", got.raw)
	}
	return enrolled{got.body["id"].(string), made["secret"].(string)}
}

func (b *bundle) code(e enrolled) string {
	b.t.Helper()
	code, err := totp.GenerateCode(e.secret, b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

func (b *bundle) challengeID(d device, e enrolled) any {
	b.t.Helper()
	got := b.factor(d, "POST", "/"+e.id+"/challenge", nil)
	b.want(got, 200, "")
	return got.body["id"]
}

func (b *bundle) meetFactor(d device, e enrolled, code string) reply {
	b.t.Helper()
	return b.factor(d, "POST", "/"+e.id+"/verify", map[string]any{"challenge_id": b.challengeID(d, e), "code": code})
}

func TestSecondFactorLiftsTheSession(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	elsewhere := b.signInAs(marina)
	phone := b.enrolFactor(d, "celular")
	b.enrolFactor(d, "esquecido")
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "totp", "friendly_name": "celular"}), 422, "mfa_factor_name_conflict")

	lifted := b.device(b.meetFactor(d, phone, b.code(phone)))
	claims, err := b.keys.VerifyAt(lifted.AccessToken, b.clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"totp"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	b.want(b.me(elsewhere), 403, "session_not_found")
	b.want(b.tryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
	if factors := b.me(lifted).body["factors"].([]any); len(factors) != 1 {
		t.Errorf("factors are %v", factors)
	}

	again := b.signInAs(marina)
	b.want(b.put(again, map[string]any{"password": "bomba dosadora", "current_password": password}), 401, "insufficient_aal")
	b.want(b.factor(again, "DELETE", "/"+phone.id, nil), 422, "insufficient_aal")
	b.want(b.factor(again, "POST", "", map[string]any{"factor_type": "totp"}), 403, "insufficient_aal")
	b.want(b.factor(lifted, "DELETE", "/"+phone.id, nil), 200, "")
	if level := scalar[string](b, `SELECT aal FROM auth.sessions WHERE id = (SELECT session_id FROM auth.refresh_tokens WHERE hash = $1)`, tokenHash(lifted.RefreshToken)); level != aal1 {
		t.Errorf("session stays at %s", level)
	}
}

func TestFactorCodesWorkOnce(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	phone := b.enrolFactor(d, "")
	code := b.code(phone)
	d = b.device(b.meetFactor(d, phone, code))
	b.want(b.meetFactor(d, phone, code), 422, "mfa_verification_failed")
	b.clock.advance(stepSeconds * time.Second)
	b.device(b.meetFactor(d, phone, b.code(phone)))
}

func TestChallengeRefusals(t *testing.T) {
	b := setup(t, func(c *Config) { c.Limits.FactorFailures = ratelimit.Rate{Max: 100, Per: time.Minute} })
	d := b.signUp(marina)
	stranger := b.signUp("carlos@b.co")
	phone := b.enrolFactor(d, "")
	verify := func(d device, challenge any, code, ip string) reply {
		return b.do(request{method: "POST", path: "/factors/" + phone.id + "/verify", bearer: d.AccessToken, ip: ip,
			body: map[string]any{"challenge_id": challenge, "code": code}})
	}
	challenge := b.challengeID(d, phone)
	b.want(verify(d, challenge, b.code(phone), otherIP), 422, "mfa_ip_address_mismatch")
	b.want(verify(stranger, challenge, b.code(phone), homeIP), 422, "mfa_factor_not_found")
	b.want(b.factor(stranger, "POST", "/"+phone.id+"/challenge", nil), 404, "mfa_factor_not_found")
	b.want(b.factor(stranger, "DELETE", "/"+phone.id, nil), 404, "mfa_factor_not_found")
	b.want(b.factor(d, "POST", "/x/challenge", nil), 404, "validation_failed")
	for range challengeAttemptsMax {
		b.want(verify(d, challenge, "x", homeIP), 422, "mfa_verification_failed")
	}
	b.want(verify(d, challenge, b.code(phone), homeIP), 422, "mfa_challenge_expired")

	challenge = b.challengeID(d, phone)
	b.clock.advance(challengeTTL + time.Second)
	b.want(verify(d, challenge, b.code(phone), homeIP), 422, "mfa_challenge_expired")
}

// TestASessionThatEndsWhileItIsChallenged checks the error if another session of the user ends this
// one by proving its own second factor.
func TestASessionThatEndsWhileItIsChallenged(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	b := setupOn(t, db.Pool)
	d := b.signUp(marina)
	phone := b.enrolFactor(d, "celular")
	_, err := db.Owner.Exec(t.Context(), `
		CREATE FUNCTION public.end_first() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN DELETE FROM auth.sessions WHERE id = NEW.session_id; RETURN NEW; END $$;
		CREATE TRIGGER end_first BEFORE INSERT ON auth.mfa_challenges FOR EACH ROW EXECUTE FUNCTION public.end_first()`)
	if err != nil {
		t.Fatal(err)
	}
	b.want(b.factor(d, "POST", "/"+phone.id+"/challenge", nil), 403, "session_not_found")
}

func TestEnrolmentRefusals(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "phone"}), 422, "mfa_phone_enroll_not_enabled")
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "smoke"}), 400, "validation_failed")
	for range factorsMax {
		b.enrolFactor(d, "")
	}
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "totp"}), 422, "too_many_enrolled_mfa_factors")
}
