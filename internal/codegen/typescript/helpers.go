package typescript

import (
	"fmt"
	"strings"
)

// helpers are the types that programs written for the official generator's output import besides
// Database, with the same parameters:
// https://supabase.com/docs/guides/api/rest/generating-types#helper-types-for-tables-and-joins. A
// name alone refers to the default schema; a name of another schema follows { schema: "name" }.
// %[1]s is the default schema.
const helpers = `
type InSchema = { schema: keyof Database };

type Default = { schema: %[1]q };

type Within<Place, Part extends keyof Database[keyof Database]> = Place extends InSchema
  ? Database[Place["schema"]][Part]
  : never;

type Readable<Place> = Within<Place, "Tables"> & Within<Place, "Views">;

type Names<Options, Things> = Options extends InSchema ? keyof Things : never;

type Chosen<Things, Name, Part extends string> = Name extends keyof Things
  ? Things[Name] extends { [Key in Part]: infer Found }
    ? Found
    : never
  : never;

export type Tables<
  Options extends keyof Readable<Default> | InSchema,
  Name extends Names<Options, Readable<Options>> = never,
> = Options extends InSchema ? Chosen<Readable<Options>, Name, "Row"> : Chosen<Readable<Default>, Options, "Row">;

export type TablesInsert<
  Options extends keyof Within<Default, "Tables"> | InSchema,
  Name extends Names<Options, Within<Options, "Tables">> = never,
> = Options extends InSchema ? Chosen<Within<Options, "Tables">, Name, "Insert"> : Chosen<Within<Default, "Tables">, Options, "Insert">;

export type TablesUpdate<
  Options extends keyof Within<Default, "Tables"> | InSchema,
  Name extends Names<Options, Within<Options, "Tables">> = never,
> = Options extends InSchema ? Chosen<Within<Options, "Tables">, Name, "Update"> : Chosen<Within<Default, "Tables">, Options, "Update">;

type Taken<Things, Name> = Name extends keyof Things ? Things[Name] : never;

export type Enums<
  Options extends keyof Within<Default, "Enums"> | InSchema,
  Name extends Names<Options, Within<Options, "Enums">> = never,
> = Options extends InSchema ? Taken<Within<Options, "Enums">, Name> : Taken<Within<Default, "Enums">, Options>;

export type CompositeTypes<
  Options extends keyof Within<Default, "CompositeTypes"> | InSchema,
  Name extends Names<Options, Within<Options, "CompositeTypes">> = never,
> = Options extends InSchema
  ? Taken<Within<Options, "CompositeTypes">, Name>
  : Taken<Within<Default, "CompositeTypes">, Options>;
`

// constants writes the only value of the file: every enum's labels in their order.
func constants(text *strings.Builder, schemas []*schema) {
	text.WriteString("\nexport const Constants = {\n")
	for _, s := range schemas {
		if len(s.Enums) == 0 {
			fmt.Fprintf(text, "  %s: { Enums: {} },\n", key(s.Name))
			continue
		}
		fmt.Fprintf(text, "  %s: {\n    Enums: {\n", key(s.Name))
		for _, e := range s.Enums {
			fmt.Fprintf(text, "      %s: [%s],\n", key(e.Name), quoted(e.Labels))
		}
		text.WriteString("    },\n  },\n")
	}
	text.WriteString("} as const;\n")
}
