package app

import (
	"maps"

	"automacao/internal/market/demo"
)

// testAccount is listed on the sign-in page in demo mode.
type testAccount struct {
	Role     string `json:"role"`
	Label    string `json:"label"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// publicSettings is what the front end may know, served as /config.json.
func (a *App) publicSettings() (map[string]any, error) {
	payments, err := a.paymentSettings()
	if err != nil {
		return nil, err
	}
	settings := map[string]any{
		"url": a.cfg.PublicURL, "anonKey": a.keys.AnonKey, "demo": a.cfg.Demo, "mail": a.sender != nil, "passkeyOrigin": a.auth.Factors.PasskeyOrigin(),
		"pushKey": a.pushKey.Public, "passwordMin": a.cfg.PasswordMin, "contact": a.cfg.ContactAddress(), "operator": a.cfg.operatedBy(), "officer": a.cfg.officer(), "testAccounts": []testAccount{},
	}
	if a.cfg.Demo {
		settings["testAccounts"] = []testAccount{
			{"admin", "Administrador", demo.AdminEmail, demo.Password},
			{"professional", "Profissional", demo.ProfessionalEmail, demo.Password},
			{"company", "Empresa", demo.CompanyEmail, demo.Password},
		}
	}
	maps.Copy(settings, payments)
	return settings, nil
}
