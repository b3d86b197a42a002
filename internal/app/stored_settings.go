package app

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"automacao/internal/market/setting"
)

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
