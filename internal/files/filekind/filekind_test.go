package filekind_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"automacao/internal/files/filekind"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const (
	pdf  = "application/pdf"
	docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

var (
	program = append([]byte("MZ\x90\x00\x03\x00\x00\x00"), make([]byte, 200)...)
	page    = []byte("<!DOCTYPE html><script>alert(1)</script>")
	paper   = []byte("%PDF-1.7\n1 0 obj\n")
	photo   = []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00")
	ole     = append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 600)...)
)

// entry is a file of an archive.
type entry struct {
	name    string
	content []byte
}

func zipped(entries ...entry) []byte {
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for _, each := range entries {
		into, _ := writer.Create(each.name)
		_, _ = into.Write(each.content)
	}
	_ = writer.Close()
	return archive.Bytes()
}

func office(root string, more ...entry) []byte {
	return zipped(append([]entry{{"[Content_Types].xml", []byte("<Types/>")}, {"_rels/.rels", nil}, {root + "main.xml", []byte("<x/>")}}, more...)...)
}

func gzipped(content []byte) []byte {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = writer.Write(content)
	_ = writer.Close()
	return packed.Bytes()
}

func tarred(name string, content []byte) []byte {
	var archive bytes.Buffer
	writer := tar.NewWriter(&archive)
	_ = writer.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content)), Typeflag: tar.TypeReg})
	_, _ = writer.Write(content)
	_ = writer.Close()
	return archive.Bytes()
}

// withPassword returns an archive whose entries are flagged as encrypted.
func withPassword() []byte {
	file := zipped(entry{"plano.txt", []byte("x")})
	file[6] |= 1
	file[bytes.Index(file, []byte("PK\x01\x02"))+8] |= 1
	return file
}

func manyFiles() []byte {
	entries := make([]entry, 20_001)
	for i := range entries {
		entries[i].name = fmt.Sprint(i)
	}
	return zipped(entries...)
}

func nested(depth int, innermost entry) []byte {
	file := zipped(innermost)
	for range depth {
		file = zipped(entry{"dentro.zip", file})
	}
	return file
}

func check(name, mediaType string, content []byte) error {
	return filekind.Check(context.Background(), name, mediaType, bytes.NewReader(content), int64(len(content)))
}

func TestWhatTypeNameAndContentSayAlikeIsTaken(t *testing.T) {
	t.Parallel()
	for _, file := range []struct {
		name, mediaType string
		content         []byte
	}{
		{"Relatorio.pdf", pdf, paper},
		{"a/b/0123-Relatório rev. 1.2.PDF", "Application/PDF; x=y", append([]byte("\xef\xbb\xbf\r\n"), paper...)},
		{"sem extensão", pdf, paper},
		{"ata empresa.com.br.pdf", pdf, paper},
		{"foto.jpeg", "image/jpeg", photo},
		{"lista.csv", "text/csv", []byte("tag;descri\xe7\xe3o\nMZ-101;v\xe1lvula\n")},
		{"lista.csv", "text/csv", []byte("MZ-101;bomba\n")},
		{"lista.csv", "text/csv", []byte("BM-7;bomba\n")},
		{"lista.csv", "text/csv", []byte("\xff\xfet\x00a\x00g\x00;\x00")},
		{"lista.csv", "text/plain", []byte("tag;tipo\n")},
		{"vazio.txt", "text/plain", nil},
		{"FB_Motor.scl", "text/plain", []byte("FUNCTION_BLOCK \"Motor\"\n")},
		{"rotina.xyz", "text/plain", []byte("LD I0.0\n")},
		{"nota.xml", "text/xml", []byte(`<?xml version="1.0" encoding="ISO-8859-1"?><CompNfse/>`)},
		{"nota.xml", "application/xml", []byte(`<CompNfse xmlns="http://www.abrasf.org.br/nfse.xsd"/>`)},
		{"nota.xml", "text/xml", []byte("\xff\xfe<\x00?\x00x\x00m\x00l\x00")},
		{"nota.xml", "text/xml", []byte("<\x00?\x00x\x00m\x00l\x00")},
		{"linha.L5X", "application/xml", []byte(`<?xml version="1.0"?><RSLogix5000Content/>`)},
		{"planta.aml", "application/xml", []byte(`<CAEXFile FileName="planta.aml"/>`)},
		{"tags.json", "application/json", []byte("\xef\xbb\xbf\n{\"tags\": []}")},
		{"tags.json", "application/json", []byte("[]")},
		{"tags.json", "application/json", []byte("\xff\xfe{\x00}\x00")},
		{"painel.dwg", "image/vnd.dwg", []byte("AC1032\x00\x00\x00")},
		{"planta.dxf", "image/vnd.dxf", []byte("  0\r\nSECTION\r\n  2\r\nHEADER\r\n")},
		{"planta.dxf", "image/vnd.dxf", []byte("999\nexportado\n  0\nSECTION\n")},
		{"planta.dxf", "image/vnd.dxf", []byte("AutoCAD Binary DXF\r\n\x1a\x00")},
		{"suporte.stp", "model/step", []byte("ISO-10303-21;\nHEADER;\n")},
		{"linha.ap17", "application/octet-stream", []byte{0, 1, 2, 3}},
		{"linha.ACD", "application/octet-stream", ole},
		{"painel.elk", "application/x-eplan", []byte("x")},
		{"antigo.xls", "application/vnd.ms-excel", ole},
		{"memorial.docx", docx, office("word/")},
		{"lista.xlsx", xlsx, office("xl/")},
		{"projeto.zip", "application/zip", zipped(entry{"programa.scl", []byte("x")}, entry{"linha.ap17", []byte{0}}, entry{"fotos/", nil}, entry{"fotos/a.pdf.zw1", []byte("7z\xbc\xaf\x27\x1c\x00\x04")})},
		{"linha.zap17", "application/zip", zipped(entry{"PEData.plf", []byte{0, 1}})},
		{"backup.zip", "application/x-zip-compressed", nested(2, entry{"a.txt", []byte("x")})},
		{"memoriais.zip", "application/zip", zipped(entry{"a.docx", office("word/")})},
		{"logs.tar.gz", "application/gzip", gzipped(tarred("a.log", []byte("x")))},
	} {
		if err := check(file.name, file.mediaType, file.content); err != nil {
			t.Errorf("%s as %s: %v", file.name, file.mediaType, err)
		}
	}
}

func TestWhatDoesNotAgreeIsRefused(t *testing.T) {
	t.Parallel()
	for _, file := range []struct {
		name, mediaType string
		content         []byte
		want            error
	}{
		{"Relatorio.pdf.exe", pdf, program, filekind.ErrProgram},
		{"Relatorio.pdf", pdf, program, filekind.ErrProgram},
		{"Relatorio", pdf, program, filekind.ErrProgram},
		{"Relatorio.exe", pdf, paper, filekind.ErrProgram},
		{"Relatorio.exe.pdf", pdf, paper, filekind.ErrProgram},
		{"Relatorio.EXE . ", pdf, paper, filekind.ErrProgram},
		{"pasta.exe/Relatorio.pdf.scr", pdf, paper, filekind.ErrProgram},
		{"linha.ap17", "application/octet-stream", program, filekind.ErrProgram},
		{"linha.ap17", "application/octet-stream", []byte("\x7fELF\x02\x01\x01"), filekind.ErrProgram},
		{"leia.txt", "text/plain", []byte("#!/bin/sh\nrm -rf ~\n"), filekind.ErrProgram},
		{"lista.xlsm", xlsx, office("xl/"), filekind.ErrProgram},
		{"Relatorio.pdf", pdf, page, filekind.ErrMismatch},
		{"Relatorio.pdf", pdf, append(page, paper...), filekind.ErrMismatch},
		{"Relatorio.pdf", pdf, append(bytes.Clone(program), paper...), filekind.ErrProgram},
		{"Relatorio.pdf", pdf, nil, filekind.ErrMismatch},
		{"Relatorio.html", pdf, paper, filekind.ErrMismatch},
		{"Relatorio.xyz", pdf, paper, filekind.ErrMismatch},
		{"Relatorio.pdf.zip", "application/zip", zipped(), filekind.ErrMismatch},
		{"planilha.xlsx.pdf", pdf, paper, filekind.ErrMismatch},
		{"Relatorio.pdf", "application/octet-stream", photo, filekind.ErrMismatch},
		{"foto.png", "image/png", photo, filekind.ErrMismatch},
		{"foto.png", "image/jpeg", photo, filekind.ErrMismatch},
		{"foto.jpg", "image/jpeg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), filekind.ErrMismatch},
		{"leia.txt", "text/plain", page, filekind.ErrMismatch},
		{"leia.txt", "text/plain", []byte("a\x00b\x01\x02"), filekind.ErrMismatch},
		{"nota.xml", "text/xml", []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`), filekind.ErrMismatch},
		{"nota.xml", "text/xml", []byte("nota"), filekind.ErrMismatch},
		{"linha.l5x", "application/xml", page, filekind.ErrMismatch},
		{"linha.l5x", "application/xml", []byte(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>`), filekind.ErrMismatch},
		{"planta.aml", "application/xml", []byte("planta"), filekind.ErrMismatch},
		{"lista.csv", "text/csv", page, filekind.ErrMismatch},
		{"tags.json", "application/json", page, filekind.ErrMismatch},
		{"tags.json", "application/json", []byte("alert(1)"), filekind.ErrMismatch},
		{"tags.json.html", "application/json", []byte("{}"), filekind.ErrMismatch},
		{"painel.dwg", "image/vnd.dwg", page, filekind.ErrMismatch},
		{"memorial.docx", docx, office("xl/"), filekind.ErrMismatch},
		{"memorial.docx", docx, zipped(entry{"word/main.xml", nil}), filekind.ErrMismatch},
		{"memorial.docx", docx, office("word/", entry{"word/vbaProject.bin", ole}), filekind.ErrProgram},
		{"projeto.zip", "application/zip", zipped(entry{"setup.exe", []byte("x")}), filekind.ErrProgram},
		{"projeto.zip", "application/zip", zipped(entry{"leia.txt", program}), filekind.ErrProgram},
		{"projeto.zip", "application/zip", nested(3, entry{`pasta\leia.txt.vbs`, nil}), filekind.ErrProgram},
		{"linha.zap17", "application/zip", zipped(entry{"a.lnk", nil}), filekind.ErrProgram},
		{"logs.tar.gz", "application/gzip", gzipped(tarred("setup.msi", nil)), filekind.ErrProgram},
		{"projeto.zip", "application/zip", nested(4, entry{"a.txt", nil}), filekind.ErrArchive},
		{"projeto.zip", "application/zip", zipped(entry{"../../a.txt", nil}), filekind.ErrArchive},
		{"projeto.zip", "application/zip", zipped(entry{"a.rar", []byte("Rar!\x1a\x07\x01\x00")}), filekind.ErrArchive},
		{"projeto.zip", "application/zip", withPassword(), filekind.ErrArchive},
		{"projeto.zip", "application/zip", manyFiles(), filekind.ErrArchive},
		{"projeto.zip", "application/zip", zipped(entry{"a.txt", []byte("x")})[:40], filekind.ErrArchive},
		{"projeto.7z", "application/x-7z-compressed", []byte("7z\xbc\xaf\x27\x1c\x00\x04"), filekind.ErrArchive},
	} {
		if err := check(file.name, file.mediaType, file.content); !errors.Is(err, file.want) {
			t.Errorf("%s as %s: want %v, got %v", file.name, file.mediaType, file.want, err)
		}
	}
}

func TestAnArchiveThatUnpacksToTooMuchIsLeft(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	writer := zip.NewWriter(&packed)
	into, _ := writer.Create("zeros.bin")
	zeros := make([]byte, 1<<20)
	for range 257 {
		_, _ = into.Write(zeros)
	}
	_ = writer.Close()
	if err := check("bomba.zip", "application/zip", packed.Bytes()); !errors.Is(err, filekind.ErrArchive) {
		t.Errorf("%d bytes that unpack to 257 MiB: %v", packed.Len(), err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	file := zipped(entry{"a.txt", []byte("x")})
	err := filekind.Check(ended, "a.zip", "application/zip", bytes.NewReader(file), int64(len(file)))
	if !errors.Is(err, context.Canceled) || errors.Is(err, filekind.ErrArchive) {
		t.Errorf("a request that ended blames the archive: %v", err)
	}
}

func TestAPictureMayBeOfAnotherFormatThanItsName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]error{
		"avatars/b2b2-1": nil, "foto.GIF": nil, "foto.v2.png": nil, "foto.st.jpg": nil,
		"foto.exe": filekind.ErrProgram, "foto.png.hta": filekind.ErrProgram, "foto.php": filekind.ErrProgram,
		"foto.svg": filekind.ErrMismatch, "foto.html": filekind.ErrMismatch, "nota.pdf.png": filekind.ErrMismatch,
	} {
		if err := filekind.CheckPicture(name); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzCheck checks that any file is accepted, or refused with one of the three errors, whatever it
// claims to be.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][]byte{paper, program, page, photo, ole, office("word/"), nested(2, entry{"a.txt", nil}), gzipped(tarred("a", nil)), withPassword()} {
		f.Add("a.pdf", pdf, seed)
		f.Add("a.zip", "application/zip", seed)
		f.Add("a.docx", docx, seed)
	}
	f.Fuzz(func(t *testing.T, name, mediaType string, content []byte) {
		err := check(name, mediaType, content)
		known := errors.Is(err, filekind.ErrProgram) || errors.Is(err, filekind.ErrMismatch) || errors.Is(err, filekind.ErrArchive)
		if err != nil && !known {
			t.Fatalf("%q as %q: %v", name, mediaType, err)
		}
		if err == nil && strings.HasSuffix(strings.ToLower(name), ".exe") {
			t.Fatalf("%q is accepted", name)
		}
		if err == nil && bytes.HasPrefix(content, program[:8]) {
			t.Fatal("a program is accepted")
		}
	})
}
