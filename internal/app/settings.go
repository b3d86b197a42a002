package app

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"strings"

	"automacao/internal/market/demo"
	"automacao/internal/market/setting"
)

// testAccount is listed on the sign-in page in demo mode.
type testAccount struct {
	Role     string `json:"role"`
	Label    string `json:"label"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// publicSettings returns what the front end may know, served as /config.json.
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

// storeSettings writes the settings that the database needs to know.
func (a *App) storeSettings(ctx context.Context) error {
	fee, err := a.cfg.feeBasisPoints()
	if err != nil {
		return err
	}
	operated, err := a.cfg.operator()
	if err != nil {
		return err
	}
	settlement := setting.Direct
	if a.cfg.pixURL() != "" {
		settlement = setting.Guarantee
	}
	pictures, err := a.cfg.pictureOrigins()
	if err != nil {
		return err
	}
	return errors.Join(
		setting.Set(ctx, a.db.Pool, setting.StorageOrigins, strings.Join(a.cfg.storageOrigins(a.listener.Addr()), " ")),
		setting.Set(ctx, a.db.Pool, setting.PictureOrigins, strings.Join(pictures, " ")),
		setting.Set(ctx, a.db.Pool, setting.FeeBasisPoints, strconv.FormatInt(fee, 10)),
		setting.Set(ctx, a.db.Pool, setting.Settlement, settlement),
		setting.Set(ctx, a.db.Pool, setting.Operator, strings.TrimSpace(a.cfg.Operator)),
		setting.Set(ctx, a.db.Pool, setting.OperatorName, operated.name),
	)
}
