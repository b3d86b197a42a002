package iolist_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"automacao/internal/documents/iolist"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func read(name string, content []byte) (iolist.List, error) {
	return iolist.Read(context.Background(), name, bytes.NewReader(content), int64(len(content)))
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// counts are the signals by kind in the order of iolist.Kinds.
type counts [6]int

func countsOf(list iolist.List) (found counts) {
	for i, kind := range iolist.Kinds {
		found[i] = list.ByKind()[kind]
	}
	return found
}

func TestEachFormatIsRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		format iolist.Format
		counts counts
		others int
		errors []iolist.RowError
	}{
		"bottling.csv":    {iolist.CSV, counts{128, 96, 16, 8, 0, 0}, 0, nil},
		"furnace.xlsx":    {iolist.XLSX, counts{18, 10, 6, 1, 1, 1}, 0, []iolist.RowError{{41, "kind", iolist.CodeKindUnknown}}},
		"tia_portal.csv":  {iolist.TIAPortal, counts{14, 10, 4, 2, 2, 0}, 3, []iolist.RowError{{37, "kind", iolist.CodeKindUnknown}}},
		"tia_portal.sdf":  {iolist.TIAPortal, counts{8, 4, 1, 0, 0, 0}, 1, nil},
		"tia_portal.xml":  {iolist.TIAPortal, counts{6, 6, 1, 0, 0, 0}, 1, nil},
		"tia_portal.xlsx": {iolist.TIAPortal, counts{13, 9, 1, 1, 0, 0}, 1, []iolist.RowError{{26, "address", iolist.CodeAddressWrong}}},
		"studio_5000.csv": {iolist.Studio5000, counts{14, 8, 4, 0, 1, 2}, 5, nil},
		"mixer.L5X":       {iolist.L5X, counts{7, 5, 2, 1, 2, 3}, 2, nil},
		"codesys.exp":     {iolist.CODESYS, counts{11, 6, 2, 1, 0, 1}, 3, []iolist.RowError{{25, "kind", iolist.CodeKindUnknown}}},
		"codesys.export":  {iolist.CODESYS, counts{6, 3, 1, 0, 0, 0}, 1, nil},
		"plcopen.xml":     {iolist.PLCopen, counts{8, 5, 3, 1, 0, 1}, 4, nil},
		"ignition.json":   {iolist.Ignition, counts{6, 7, 4, 0, 0, 0}, 8, nil},
		"elipse_e3.csv":   {iolist.ElipseE3, counts{5, 5, 3, 1, 0, 0}, 4, nil},
		"eplan.csv":       {iolist.EPLAN, counts{13, 8, 3, 1, 0, 0}, 0, nil},
		"eplan.xml":       {iolist.EPLAN, counts{5, 3, 1, 0, 0, 0}, 0, nil},
		"eplan.aml":       {iolist.EPLAN, counts{16, 8, 4, 0, 0, 8}, 0, nil},
		"cell.aml":        {iolist.AutomationML, counts{9, 5, 1, 0, 0, 2}, 1, nil},
	} {
		list, err := read(name, fixture(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if list.Format != c.format || countsOf(list) != c.counts || list.Others != c.others || !slices.Equal(list.Errors, c.errors) || list.ErrorsCount != len(c.errors) {
			t.Errorf("%s is read as %s with %v, %d others and %v, want %+v", name, list.Format, countsOf(list), list.Others, list.Errors, c)
		}
	}
}

// TestSignalsAreReadWhole compares one signal of each format with what its file says.
func TestSignalsAreReadWhole(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]iolist.Signal{
		"bottling.csv":    {Row: 6, Tag: "L3-RIN-S01", Address: "%I0.0", Description: "Sensor de entrada - rinser", Kind: iolist.DigitalInput},
		"furnace.xlsx":    {Row: 32, Tag: "TT-501", Address: "30001", Description: "Termopar da zona", Kind: iolist.AnalogInput},
		"tia_portal.csv":  {Row: 26, Tag: "EST_TT1", Address: "%IW64", Description: "Temperatura, zona 1", Kind: iolist.AnalogInput},
		"tia_portal.sdf":  {Row: 9, Tag: "FAC_Y1", Address: "%Q4.0", Description: "Bobina 1 do facho", Kind: iolist.DigitalOutput},
		"tia_portal.xml":  {Row: 7, Tag: "CIP_LS1", Address: "%I10.0", Description: "Nível 1", Kind: iolist.DigitalInput},
		"tia_portal.xlsx": {Row: 23, Tag: "PAL_Peso", Address: "%IW64", Description: "Célula de carga", Kind: iolist.AnalogInput},
		"studio_5000.csv": {Row: 28, Tag: "SIL_M1", Address: "Local:2:O.Data.0", Description: "Válvula 1", Kind: iolist.DigitalOutput},
		"mixer.L5X":       {Row: 39, Tag: "MIS_S0", Address: "Local:1:I.Data.0", Description: "Sensor 0 do misturador", Kind: iolist.DigitalInput},
		"codesys.exp":     {Row: 20, Tag: "wPressao", Address: "%IW4", Description: "Pressão do cilindro", Kind: iolist.AnalogInput},
		"codesys.export":  {Row: 3, Tag: "xEsteiraS0", Address: "%IX2.0", Description: "Sensor 0", Kind: iolist.DigitalInput},
		"plcopen.xml":     {Row: 5, Tag: "xDosadorS0", Address: "%IX0.0", Description: "Sensor 0 do dosador", Kind: iolist.DigitalInput},
		"ignition.json":   {Row: 1, Tag: "Linha 3/M01/Ligado", Address: "[CLP1]Local:1:I.Data.0", Description: "Retorno do motor 1", Kind: iolist.DigitalInput},
		"elipse_e3.csv":   {Row: 13, Tag: "Tanque.LT-401", Address: "CLP1/hr100", Description: "Nível do tanque", Kind: iolist.AnalogInput},
		"eplan.csv":       {Row: 22, Tag: "EST_B50", Address: "PEW256", Description: "Transmissor 1", Kind: iolist.AnalogInput},
		"eplan.xml":       {Row: 3, Tag: "GRU_S0", Address: "%I8.0", Description: "Fim de curso 0", Kind: iolist.DigitalInput},
		"eplan.aml":       {Row: 7, Tag: "Celula/A1/DI 16x24VDC ST_1/Channel_DI_0", Kind: iolist.DigitalInput},
		"cell.aml":        {Row: 47, Tag: "ROB_S0", Address: "0.0", Description: "Sensor 0", Kind: iolist.DigitalInput},
	} {
		list, err := read(name, fixture(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if at := slices.IndexFunc(list.Signals, func(s iolist.Signal) bool { return s.Tag == want.Tag }); at < 0 || list.Signals[at] != want {
			t.Errorf("%s has %+v, want %+v", name, list.Signals[max(at, 0)], want)
		}
	}
}

// TestAKindIsDecided reads lists of one row, each with a type, an address, a tag or a description that
// decides.
func TestAKindIsDecided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, address, tag, description string
		want                             iolist.Kind
	}{
		{typed: "ED", want: iolist.DigitalInput},
		{typed: "DO", want: iolist.DigitalOutput},
		{typed: "Entrada Digital 24 Vcc", want: iolist.DigitalInput},
		{typed: "Saída analógica 4-20 mA", want: iolist.AnalogOutput},
		{typed: "SAIDA ANALOGICA", want: iolist.AnalogOutput},
		{typed: "Analogue Input", want: iolist.AnalogInput},
		{typed: "RTD", want: iolist.AnalogInput},
		{typed: "Termopar tipo K", want: iolist.AnalogInput},
		{typed: "Contador rápido", want: iolist.Fast},
		{typed: "HSC", want: iolist.Fast},
		{typed: "PWM", want: iolist.Fast},
		{typed: "F-DI", want: iolist.Safety},
		{typed: "Entrada de segurança", want: iolist.Safety},
		{typed: "Safety input", want: iolist.Safety},
		{typed: "Relé", want: iolist.DigitalOutput},
		{typed: "E", address: "%IX0.0", want: iolist.DigitalInput},
		{typed: "Bool", address: "E0.0", want: iolist.DigitalInput},
		{typed: "Entrada do CLP", want: ""},
		{typed: "4-20 mA", want: ""},
		{address: "%I0.0", want: iolist.DigitalInput},
		{address: "E 0.0", want: iolist.DigitalInput},
		{address: "A4.7", want: iolist.DigitalOutput},
		{address: "%IW64", want: iolist.AnalogInput},
		{address: "PEW 256", want: iolist.AnalogInput},
		{address: "PAW256", want: iolist.AnalogOutput},
		{address: "AW80", want: iolist.AnalogOutput},
		{address: "%QX1.2", want: iolist.DigitalOutput},
		{address: "%QD12", want: iolist.AnalogOutput},
		{address: "%S0002.0", want: iolist.DigitalOutput},
		{address: "%IB4", want: ""},
		{address: "E1", want: ""},
		{address: "Local:1:I.Data.0", want: iolist.DigitalInput},
		{address: "REM:O.Data[2].5", want: iolist.DigitalOutput},
		{address: "Local:4:I.Ch02.Data", want: iolist.AnalogInput},
		{address: "Local:4:I.Pt02.Data", want: iolist.DigitalInput},
		{address: "I:1/0", want: iolist.DigitalInput},
		{address: "O:2/3", want: iolist.DigitalOutput},
		{address: "I:3.1", want: iolist.AnalogInput},
		{address: "_IO_EM_DO_03", want: iolist.DigitalOutput},
		{address: "X1F", want: iolist.DigitalInput},
		{address: "10001", want: iolist.DigitalInput},
		{address: "00001", want: iolist.DigitalOutput},
		{address: "30001", want: iolist.AnalogInput},
		{address: "40001", want: iolist.AnalogOutput},
		{address: "400001", want: iolist.AnalogOutput},
		{address: "40001", tag: "100-PT-101A", want: iolist.AnalogInput},
		{address: "ED01", want: iolist.DigitalInput},
		{address: "%AI0003", want: iolist.AnalogInput},
		{tag: "PT-101", want: iolist.AnalogInput},
		{tag: "LSHH 204", want: iolist.DigitalInput},
		{tag: "FCV-12", want: iolist.AnalogOutput},
		{tag: "XV-101", want: ""},
		{description: "Entrada analógica reserva", want: iolist.AnalogInput},
		{description: "Encoder do eixo X", want: iolist.Fast},
		{description: "Botão de emergência", want: ""},
		// The type is what somebody wrote for this list, and decides against the rest.
		{typed: "SA", address: "10001", tag: "PT-101", description: "Entrada digital", want: iolist.AnalogOutput},
	} {
		if c.tag == "" {
			c.tag = "L1_Sinal"
		}
		list, err := read("lista.csv", []byte("Tag;Endereço;Tipo;Descrição\n"+strings.Join([]string{c.tag, c.address, c.typed, c.description}, ";")+"\nOUTRO;;ED;\n"))
		var got iolist.Kind
		if err == nil && len(list.Signals) == 2 {
			got = list.Signals[0].Kind
		}
		if err != nil || got != c.want {
			t.Errorf("%+v is %q with %v %v", c, got, list.Errors, err)
		}
	}
}

func TestWhatIsWrongWithRowsIsSaid(t *testing.T) {
	t.Parallel()
	list, err := read("lista.csv", []byte(strings.Join([]string{
		"Lista de E/S", "", "TAG;Endereço;Tipo;Descrição",
		"S1;%I0.0;ED;Sensor 1",
		"s1;%I0.1;ED;a mesma tag",
		"S2;%i0.0;ED;o mesmo endereço",
		";;ED;sem tag nem endereço",
		"S3;%Q0.0;ED;o endereço contradiz o tipo",
		"S4;%X9;ED;um endereço que não existe",
		"S5;;;sem tipo",
		"S6;%I-1.0;;um endereço negativo",
		"S7;M0.0;;uma memória",
		"TAG;Endereço;Tipo;Descrição",
		"SKID 2",
		"S8;%I0.7;ED;" + strings.Repeat("ã", 501),
		";%I1.0;;Reserva",
		"TOTAL;;7;",
	}, "\n")))
	want := []iolist.RowError{
		{5, "tag", iolist.CodeTagTwice}, {6, "address", iolist.CodeAddressTwice}, {7, "tag", iolist.CodeTagMissing}, {8, "address", iolist.CodeAddressWrong},
		{9, "address", iolist.CodeAddressWrong}, {10, "kind", iolist.CodeKindUnknown}, {11, "address", iolist.CodeAddressWrong}, {15, "description", iolist.CodeRowTooLong},
	}
	if err != nil || !slices.Equal(list.Errors, want) || countsOf(list) != (counts{6, 0, 0, 0, 0, 0}) || list.Others != 1 {
		t.Errorf("read %v with %d others, %v, %v", countsOf(list), list.Others, list.Errors, err)
	}
	for _, one := range list.Errors {
		if !strings.HasSuffix(iolist.Sentences[one.Code], ".") {
			t.Errorf("%s has no sentence", one.Code)
		}
	}
	if last := list.Signals[len(list.Signals)-2]; len([]rune(last.Description)) != iolist.CharactersMax {
		t.Errorf("the long description has %d characters", len([]rune(last.Description)))
	}
}

func TestErrorsOfRowsAreBounded(t *testing.T) {
	t.Parallel()
	list, err := read("lista.csv", []byte("Tag;Tipo\nS0;ED\n"+strings.Repeat("S0;ED\n", 500)))
	if err != nil || len(list.Errors) != iolist.ErrorsMax || list.ErrorsCount != 500 || len(list.Signals) != 1 {
		t.Errorf("%d of %d errors, %d signals, %v", len(list.Errors), list.ErrorsCount, len(list.Signals), err)
	}
}

// TestEncodingsAndSeparatorsAreGuessed reads one list in each way in which programs write it.
func TestEncodingsAndSeparatorsAreGuessed(t *testing.T) {
	t.Parallel()
	utf16 := func(text string, order int) []byte {
		var wide []byte
		for _, unit := range text {
			pair := []byte{byte(unit), byte(unit >> 8)}
			wide = append(wide, pair[order], pair[1-order])
		}
		return wide
	}
	text := "Tag;Endereço;Descrição\r\nS1;%I0.0;Pressão, vazão\r\nS2;%Q0.0;\"Fim; \"\"de\"\" curso\"\r\nS3;%IW2;1/2\" NPT\r\n"
	latin := []byte{}
	for _, sign := range text {
		latin = append(latin, byte(sign))
	}
	for name, content := range map[string][]byte{
		"UTF-8":                       []byte(text),
		"UTF-8 with a mark":           []byte("\ufeff" + text),
		"UTF-16 of Excel":             append([]byte("\xff\xfe"), utf16(text, 0)...),
		"UTF-16, big end first":       append([]byte("\xfe\xff"), utf16(text, 1)...),
		"UTF-16 without a mark":       utf16(strings.Replace(text, "ç", "c", 1), 0),
		"Windows-1252":                latin,
		"tabs":                        []byte(strings.NewReplacer(";%", "\t%", "Tag;", "Tag\t", "o;D", "o\tD", "0;", "0\t", "2;", "2\t").Replace(text)),
		"line feeds only":             []byte(strings.ReplaceAll(text, "\r", "")),
		"carriage returns only":       []byte(strings.ReplaceAll(text, "\n", "")),
		"the separator in a line":     []byte("sep=;\r\n" + text),
		"no line break at the end":    []byte(strings.TrimSpace(text)),
		"a header in English":         []byte(strings.Replace(text, "Tag;Endereço;Descrição", "Signal name;Address;Description", 1)),
		"the kind in a column of E/S": []byte(strings.Replace(text, "Tag;Endereço", "Tag;E/S", 1)),
	} {
		list, err := read("lista.csv", content)
		if err != nil || countsOf(list) != (counts{1, 1, 1, 0, 0, 0}) {
			t.Errorf("%s: %v %v", name, countsOf(list), err)
			continue
		}
		want := []string{"Pressão, vazão", `Fim; "de" curso`, `1/2" NPT`}
		for i, signal := range list.Signals {
			if signal.Description != want[i] {
				t.Errorf("%s: %q, want %q", name, signal.Description, want[i])
			}
		}
	}
}

func TestAListWithoutAHeaderIsGuessed(t *testing.T) {
	t.Parallel()
	list, err := read("lista.txt", []byte("S1;ED;Sensor de nível;%I0.0\nS2;SD;Bomba de água;%Q0.0\nLT-1;EA;Nível do tanque;%IW64\n"))
	want := []iolist.Signal{
		{1, "S1", "%I0.0", "Sensor de nível", iolist.DigitalInput}, {2, "S2", "%Q0.0", "Bomba de água", iolist.DigitalOutput}, {3, "LT-1", "%IW64", "Nível do tanque", iolist.AnalogInput},
	}
	if err != nil || !slices.Equal(list.Signals, want) {
		t.Errorf("%+v, %v", list.Signals, err)
	}
}

func TestTwoVersionsAreCompared(t *testing.T) {
	t.Parallel()
	list := func(rows ...string) (made iolist.List) {
		for _, row := range rows {
			parts := strings.Split(row, " ")
			made.Signals = append(made.Signals, iolist.Signal{Tag: parts[0], Address: parts[1], Kind: iolist.Kind(parts[2])})
		}
		return made
	}
	before := list("S1 %I0.0 ED", "S2 %I0.1 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", " %Q0.0 SD", "X - SD")
	for name, c := range map[string]struct {
		after iolist.List
		want  string
	}{
		"the same":             {before, ""},
		"another order":        {list("X - SD", " %Q0.0 SD", "pt2 %IW4 EA", "PT1 %IW2 EA", "S2 %I0.1 ED", "S1 %I0.0 ED"), ""},
		"a renamed tag":        {list("S1_NOVO %I0.0 ED", "S2 %I0.1 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", "RESERVA %Q0.0 SD", "X - SD"), ""},
		"a moved tag":          {list("S1 %I9.0 ED", "S2 %I0.1 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", " %Q0.0 SD", "X - SD"), ""},
		"another kind":         {list("S1 %I0.0 safety", "S2 %I0.1 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", " %Q0.0 SD", "X - SD"), "−1 ED, +1 sinal de segurança"},
		"more and fewer":       {list("S1 %I0.0 ED", "S2 %I0.1 ED", "S3 %I0.2 ED", "S4 %I0.3 ED", " %Q0.0 SD", "X - SD", "E1 %ID1000 fast", "E2 %ID1004 fast"), "+2 ED, −2 EA, +2 sinais rápidos"},
		"nothing left":         {iolist.List{}, "−2 ED, −2 SD, −2 EA"},
		"one kind, both ways":  {list("S1 %I0.0 ED", "S3 %I5.0 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", " %Q0.0 SD", "X - SD"), "+1 ED, −1 ED"},
		"a signal listed anew": {list("S1 %I0.0 ED", "S2 %I0.1 ED", "PT1 %IW2 EA", "PT2 %IW4 EA", " %Q0.0 SD", " %Q0.0 SD", "X - SD"), "+1 SD"},
	} {
		if got := iolist.Compare(before, c.after); got.String() != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		back := iolist.Compare(c.after, before)
		if got := iolist.Compare(before, c.after); !maps.Equal(got.Added, back.Removed) || !maps.Equal(got.Removed, back.Added) {
			t.Errorf("%s: %v there, %v back", name, got, back)
		}
	}
	if got := (iolist.Change{}).String(); got != "" {
		t.Errorf("no change is %q", got)
	}
}

func TestEveryKindIsCounted(t *testing.T) {
	t.Parallel()
	want := map[iolist.Kind]int{iolist.DigitalInput: 0, iolist.DigitalOutput: 0, iolist.AnalogInput: 0, iolist.AnalogOutput: 0, iolist.Fast: 0, iolist.Safety: 0}
	if got := (iolist.List{}).ByKind(); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

func TestAnEmptyListSaysWhichRowsFailed(t *testing.T) {
	t.Parallel()
	_, err := read("lista.csv", []byte("Tag;Tipo;Descrição\nS1;?;Sensor\n"))
	if !errors.Is(err, iolist.ErrEmpty) {
		t.Fatalf("%v", err)
	}
	if details := detailsOf(err); !reflect.DeepEqual(details, []iolist.RowError{{2, "kind", iolist.CodeKindUnknown}}) {
		t.Errorf("the details are %v", details)
	}
}
