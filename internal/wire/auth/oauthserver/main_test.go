package oauthserver

import (
	"testing"

	"automacao/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }
