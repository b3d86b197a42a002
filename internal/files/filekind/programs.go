package filekind

import (
	"bytes"
	"strings"
)

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
