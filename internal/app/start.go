package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/responsecache"
	"automacao/internal/edge/telemetry"
	"automacao/internal/files/blob"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/setting"
	"automacao/internal/postgres"
)

// start listens with everything open.
func (a *App) start(ctx context.Context) error {
	started := time.Now()
	a.watch = telemetry.New(telemetry.Config{Metrics: a.cfg.MetricsAddr != "", SlowAfter: a.cfg.SlowAfter}, a.log)
	_, port, _ := net.SplitHostPort(a.cfg.Addr)
	if err := a.watch.Open(ctx, postgres.Node(port)); err != nil {
		return err
	}
	if err := a.lookAround(ctx); err != nil {
		return err
	}
	signing, _, err := openKeys(a.cfg)
	if err != nil {
		return err
	}
	if a.keys, err = ReadKeys(a.cfg); err != nil {
		return err
	}
	if a.sealer, err = seal.Load(a.cfg.SealKeys, a.cfg.sealKeysPath()); err != nil {
		return fmt.Errorf("AUTOMACAO_SEAL_KEYS: %w", err)
	}
	a.responseCache = responsecache.New(responsecache.Config{BytesMax: int64(a.cfg.AnswersMB) << 20, Role: "anon", Announcer: "private.announce_write", Waits: loadshed.GiveBack}, a.log)
	if a.db, err = a.open(ctx, a.prepare); err != nil {
		return err
	}
	if a.conns, err = openReserves(a.db.Pool); err != nil {
		return err
	}
	// The institution is told where to post before anything is served there.
	if err := a.listen(ctx); err != nil {
		return err
	}
	if err := a.openPayments(ctx); err != nil {
		return err
	}
	if err := a.chooseSettings(ctx); err != nil {
		return err
	}
	if a.bucket == nil {
		if a.bucket, err = blob.Open(ctx, a.cfg.BlobURL, a.cfg.Data); err != nil {
			return err
		}
	}
	if err := a.openMail(); err != nil {
		return err
	}
	if err := a.openPush(); err != nil {
		return err
	}
	handler, err := a.compose(ctx, signing)
	if err != nil {
		return err
	}
	if a.cfg.Demo {
		if err := a.loadDemo(ctx); err != nil {
			return err
		}
	}
	if err := a.closeDemo(ctx); err != nil {
		return err
	}
	a.warnOfBackups(ctx)
	if err := a.serve(handler); err != nil {
		return err
	}
	a.log.Info("ready", "url", a.URL(), "took_ms", time.Since(started).Milliseconds())
	return nil
}

// chooseSettings hands the database what it has to know of the configuration.
func (a *App) chooseSettings(ctx context.Context) error {
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
