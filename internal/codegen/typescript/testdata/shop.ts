// Written by "automacao types"; do not edit.

import type { Money } from "@/lib/money";

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  shop: {
    Tables: {
      goods: {
        Row: {
          cost: Database["shop"]["CompositeTypes"]["price"] | null;
          details: Json;
          "due on": string | null;
          fee: number;
          fee_cents: Money | null;
          name: string;
          number: number;
          origin: "here";
          owner_id: string;
          size: "small" | "men's" | "large" | null;
          states: Database["shop"]["Enums"]["state"][] | null;
          tags: string[];
          upper: string | null;
        };
        Insert: {
          fee?: number | string;
          fee_cents?: Money | null;
          name: string;
          origin?: "here";
          owner_id: string;
          secret?: string | null;
          size?: "small" | "men's" | "large" | null;
          tags?: string[];
        };
        Update: {
          name?: string;
        };
        Relationships: [
          { foreignKeyName: "goods_owner_id_fkey"; columns: ["owner_id"]; isOneToOne: true; referencedRelation: "owners"; referencedColumns: ["id"] },
        ];
      };
      owners: {
        Row: {
          id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
    };
    Views: {
      cheap: {
        Row: {
          name: string;
          number: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
    };
    Functions: {
      forget: { Args: Record<never, never>; Returns: undefined };
      place_order: { Args: { at: string; cents: string; user_id: string; reason?: string | null; answers: (boolean | null)[]; free: Json; weights: Record<string, number>; within: Json }; Returns: { at: string; cents: string }[] };
      search: { Args: { wanted: number }; Returns: undefined } | { Args: { wanted: string; most?: number }; Returns: Database["shop"]["Tables"]["goods"]["Row"][] };
      state_of: { Args: { number: number }; Returns: { number: number; now: Database["shop"]["Enums"]["state"] } };
      totals: { Args: { since: string }; Returns: { day: string; amount: number }[] };
    };
    Enums: {
      state: "open" | "closed for good";
    };
    CompositeTypes: {
      price: { amount: number | null; currency: string | null };
    };
  };
};

type InSchema = { schema: keyof Database };

type Default = { schema: "shop" };

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

export const Constants = {
  shop: {
    Enums: {
      state: ["open", "closed for good"],
    },
  },
} as const;
