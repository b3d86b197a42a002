package filekind

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// kind is a format that is recognised by its media type, its extensions and its content.
type kind struct {
	// types are the media types, the registered one first.
	types      []string
	extensions []string
	is         func(head []byte, found *mimetype.MIME) bool
	// isPicture says that it is a raster image. isText says that text/plain describes it, too;
	// coversText marks the kind text/plain itself.
	isPicture, isText, coversText bool
	// isOpen says that files of this kind may also have unknown extensions, such as those of a
	// manufacturer's tool.
	isOpen bool
	// root is the folder inside an office file of this kind.
	root string
}

const officeXML = "application/vnd.openxmlformats-officedocument."

// kinds are the formats of documents, drawings and PLC programs that are checked. Formats of a
// single tool, such as .acd, .ap17 or .elk, are not here: they claim nothing that could be checked
// against their bytes.
var kinds = []*kind{
	{types: []string{"application/pdf", "application/x-pdf"}, extensions: []string{"pdf"}, is: isPDF},
	{types: []string{"image/png", "image/apng"}, extensions: []string{"png", "apng"}, is: isA("image/png"), isPicture: true},
	{types: []string{"image/jpeg", "image/jpg", "image/pjpeg"}, extensions: []string{"jpg", "jpeg", "jpe", "jfif"}, is: isA("image/jpeg"), isPicture: true},
	{types: []string{"image/webp"}, extensions: []string{"webp"}, is: isA("image/webp"), isPicture: true},
	{types: []string{"image/gif"}, extensions: []string{"gif"}, is: isA("image/gif"), isPicture: true},
	{types: []string{"image/avif"}, extensions: []string{"avif"}, is: isA("image/avif"), isPicture: true},
	{types: []string{"image/heic", "image/heif"}, extensions: []string{"heic", "heif"}, is: isA("image/heic", "image/heif"), isPicture: true},
	{types: []string{"image/bmp"}, extensions: []string{"bmp"}, is: isA("image/bmp"), isPicture: true},
	{types: []string{"image/tiff"}, extensions: []string{"tif", "tiff"}, is: isA("image/tiff"), isPicture: true},
	{types: []string{"image/svg+xml"}, extensions: []string{"svg"}, is: isA("image/svg+xml")},
	{types: []string{"text/html", "application/xhtml+xml"}, extensions: []string{"html", "htm", "xhtml"}, is: isA("text/html", "application/xhtml+xml", "text/plain", "text/xml")},
	// Structured text, instruction lists and logs are plain text.
	{types: []string{"text/plain"}, extensions: []string{"txt", "log", "md", "scl", "awl", "st", "il", "l5k", "ini"}, is: isPlainText, isOpen: true, coversText: true},
	{types: []string{"text/csv", "application/csv"}, extensions: []string{"csv", "tsv"}, is: isPlainText, isText: true},
	{types: []string{"application/xml", "text/xml"}, extensions: []string{"xml", "l5x", "xsd", "aml"}, is: isXML, isOpen: true, isText: true},
	{types: []string{"application/json"}, extensions: []string{"json"}, is: isJSON, isText: true},
	{types: []string{"application/zip", "application/x-zip-compressed", "application/x-zip"}, extensions: []string{"zip"}, is: isA("application/zip"), isOpen: true},
	{types: []string{officeXML + "spreadsheetml.sheet"}, extensions: []string{"xlsx"}, is: isA("application/zip"), root: "xl/"},
	{types: []string{officeXML + "wordprocessingml.document"}, extensions: []string{"docx"}, is: isA("application/zip"), root: "word/"},
	{types: []string{officeXML + "presentationml.presentation"}, extensions: []string{"pptx"}, is: isA("application/zip"), root: "ppt/"},
	{types: []string{"application/vnd.ms-visio.drawing.main+xml", "application/vnd.visio"}, extensions: []string{"vsdx"}, is: isA("application/zip"), root: "visio/"},
	{types: []string{"application/vnd.oasis.opendocument.text"}, extensions: []string{"odt"}, is: isA("application/zip")},
	{types: []string{"application/vnd.oasis.opendocument.spreadsheet"}, extensions: []string{"ods"}, is: isA("application/zip")},
	{types: []string{"application/msword"}, extensions: []string{"doc"}, is: isA("application/x-ole-storage", "text/rtf")},
	{types: []string{"application/vnd.ms-excel"}, extensions: []string{"xls"}, is: isA("application/x-ole-storage")},
	{types: []string{"application/vnd.ms-powerpoint"}, extensions: []string{"ppt"}, is: isA("application/x-ole-storage")},
	{types: []string{"application/rtf", "text/rtf"}, extensions: []string{"rtf"}, is: isA("text/rtf")},
	{types: []string{"image/vnd.dwg", "application/acad", "image/x-dwg"}, extensions: []string{"dwg"}, is: isDWG},
	{types: []string{"image/vnd.dxf", "image/x-dxf", "application/dxf"}, extensions: []string{"dxf"}, is: isDXF, isText: true},
	{types: []string{"model/step", "application/step"}, extensions: []string{"step", "stp"}, is: isSTEP, isText: true},
	{types: []string{"application/gzip", "application/x-gzip"}, extensions: []string{"gz", "tgz"}, is: isA("application/gzip")},
	{types: []string{"application/x-tar"}, extensions: []string{"tar"}, is: isA("application/x-tar")},
	{types: []string{"application/x-7z-compressed"}, extensions: []string{"7z"}, is: isA("application/x-7z-compressed")},
	{types: []string{"application/vnd.rar", "application/x-rar-compressed"}, extensions: []string{"rar"}, is: isA("application/vnd.rar", "application/x-rar-compressed")},
}

// covers reports whether a file claimed to be of this kind may have an extension of the other kind,
// which is nil for an unknown extension.
func (k *kind) covers(shown *kind) bool {
	return shown == k || shown == nil && k.isOpen || shown != nil && shown.isText && k.coversText
}

func kindOfType(mediaType string) *kind {
	bare, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	return find(func(k *kind) bool { return slices.Contains(k.types, strings.TrimSpace(bare)) })
}

func kindOfExtension(extension string) *kind {
	return find(func(k *kind) bool { return slices.Contains(k.extensions, extension) })
}

func find(isIt func(*kind) bool) *kind {
	if at := slices.IndexFunc(kinds, isIt); at >= 0 {
		return kinds[at]
	}
	return nil
}

// isA matches content that the detector takes for one of the types, or a refinement of one.
func isA(types ...string) func([]byte, *mimetype.MIME) bool {
	return func(_ []byte, found *mimetype.MIME) bool { return isUnder(found, types...) }
}

func isUnder(found *mimetype.MIME, types ...string) bool {
	for ; found != nil; found = found.Parent() {
		if slices.ContainsFunc(types, found.Is) {
			return true
		}
	}
	return false
}

// active are texts that a browser runs.
var active = []string{"text/html", "application/xhtml+xml", "image/svg+xml", "text/x-php"}

func isPlainText(_ []byte, found *mimetype.MIME) bool {
	return isUnder(found, "text/plain") && !isUnder(found, active...)
}

// isPDF requires the signature at the beginning: readers also accept it later, behind an HTML page
// or a program.
func isPDF(head []byte, _ *mimetype.MIME) bool {
	return bytes.HasPrefix(unmarked(head), []byte("%PDF-"))
}

// isXML also accepts a document without a declaration, and UTF-16 without a byte order mark.
func isXML(head []byte, found *mimetype.MIME) bool {
	if bytes.HasPrefix(head, []byte("<\x00?\x00")) || bytes.HasPrefix(head, []byte("\x00<\x00?")) {
		return true
	}
	if !isPlainText(head, found) {
		return false
	}
	return isUnder(found, "text/xml") || bytes.HasPrefix(unmarked(bytes.ReplaceAll(head, []byte{0}, nil)), []byte("<"))
}

// isJSON requires an object or an array. A document in UTF-16 passes, too.
func isJSON(head []byte, found *mimetype.MIME) bool {
	text := unmarked(bytes.ReplaceAll(head, []byte{0}, nil))
	return isPlainText(head, found) && (bytes.HasPrefix(text, []byte("{")) || bytes.HasPrefix(text, []byte("[")))
}

func isDWG(head []byte, _ *mimetype.MIME) bool { return bytes.HasPrefix(head, []byte("AC10")) }

// isDXF also accepts a file that begins with comments, and the binary form.
func isDXF(head []byte, found *mimetype.MIME) bool {
	return isUnder(found, "image/vnd.dxf") || bytes.HasPrefix(head, []byte("AutoCAD Binary DXF\r\n")) ||
		isPlainText(head, found) && bytes.Contains(head, []byte("SECTION"))
}

func isSTEP(head []byte, found *mimetype.MIME) bool {
	return isPlainText(head, found) && bytes.HasPrefix(unmarked(head), []byte("ISO-10303-21"))
}

// unmarked returns a text without leading byte order marks and blanks.
func unmarked(head []byte) []byte {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		head = bytes.TrimPrefix(head, []byte(mark))
	}
	return bytes.TrimLeft(head, " \t\r\n")
}

// programs are the extensions of files that a double click runs, installs, mounts or opens in a
// program that may run them, and those of office files with macros.
var programs = set(`
	exe com scr pif bat cmd cpl msi msp mst msix msixbundle appx appxbundle appinstaller application appref-ms gadget
	vb vbs vbe js jse ws wsf wsh wsc hta ps1 ps1xml ps2 psc1 psm1 psd1 sct msc msh reg inf lnk url scf library-ms search-ms settingcontent-ms
	dll sys drv ocx ax efi xll wll ade adp mde chm hlp diagcab
	jar jnlp class war apk aab ipa dmg pkg mpkg command workflow deb rpm snap flatpak appimage run elf so dylib ko
	sh bash zsh csh ksh fish php phtml phar php3 php4 php5 asp aspx ashx jsp jspx cgi
	docm dotm xlsm xltm xlsb xlam pptm potm ppam ppsm sldm
	iso img vhd vhdx vmdk`)

// hidden are the program extensions that are refused even before another extension. The others also
// occur as domains and words, as in "ata empresa.com.br.pdf".
var hidden = set(`exe scr pif bat cmd cpl msi vbs vbe js jse wsf hta ps1 lnk jar apk`)

// documents are document extensions that deceive when another extension follows.
var documents = set(`pdf png jpg jpeg gif webp bmp tif tiff heic svg html htm txt csv xml json zip rar 7z doc docx xls xlsx ppt pptx odt ods rtf dwg dxf`)

func set(words string) map[string]bool {
	found := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		found[word] = true
	}
	return found
}

// programOf returns the extension that makes a name a program's, or "".
func programOf(name string) string {
	extensions := extensionsOf(name)
	for i, extension := range extensions {
		if hidden[extension] || i == len(extensions)-1 && programs[extension] {
			return extension
		}
	}
	return ""
}

// runs are the formats that the detector recognises and that a machine runs.
var runs = []string{
	"application/vnd.microsoft.portable-executable", "application/x-elf", "application/x-mach-binary", "application/x-java-applet", "application/x-ms-installer", "application/x-ms-shortcut",
	"application/java-archive", "application/vnd.android.package-archive", "application/vnd.debian.binary-package", "application/x-rpm",
	"application/x-chrome-extension", "application/wasm", "application/x-shockwave-flash", "application/vnd.ms-htmlhelp", "application/x-bytecode.python",
}

// isProgram reports that a file is a program, judged by its beginning.
func isProgram(head []byte) bool {
	// The detector looks for other signatures first, which a program may have after its own.
	isWindows := bytes.HasPrefix(head, []byte("MZ")) && !isText(head)
	return isWindows || bytes.HasPrefix(head, []byte("#!")) || isUnder(detect(head), runs...)
}
