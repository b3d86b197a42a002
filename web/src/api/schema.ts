// Written by "automacao types"; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      accounts: {
        Row: {
          created_at: string;
          document: string | null;
          email: string;
          profile_id: string;
          terms_accepted_at: string | null;
          terms_version: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "accounts_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      conversations: {
        Row: {
          last_at: string;
          last_content: string;
          last_from_id: string;
          last_message_id: string;
          owner_id: string;
          partner_id: string;
          thread: string;
          unread_count: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "conversations_owner_id_fkey"; columns: ["owner_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "conversations_partner_id_fkey"; columns: ["partner_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      messages: {
        Row: {
          automatic: boolean;
          content: string;
          delivered_at: string | null;
          from_id: string;
          id: string;
          read: boolean;
          read_at: string | null;
          sender_visible: boolean;
          thread: string | null;
          timestamp: string;
          to_id: string;
        };
        Insert: {
          content: string;
          from_id: string;
          id?: string;
          to_id: string;
        };
        Update: {
          delivered_at?: string | null;
          read?: boolean;
        };
        Relationships: [
          { foreignKeyName: "messages_from_id_fkey"; columns: ["from_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "messages_to_id_fkey"; columns: ["to_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      portfolio_projects: {
        Row: {
          created_at: string;
          description: string;
          id: string;
          image_urls: string[];
          position: number;
          profile_id: string;
          role: string;
          technologies: string[];
          title: string;
          updated_at: string;
        };
        Insert: {
          description: string;
          id?: string;
          image_urls?: string[];
          position?: number;
          profile_id: string;
          role: string;
          technologies?: string[];
          title: string;
        };
        Update: {
          description?: string;
          image_urls?: string[];
          position?: number;
          role?: string;
          technologies?: string[];
          title?: string;
        };
        Relationships: [
          { foreignKeyName: "portfolio_projects_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      profiles: {
        Row: {
          about: string;
          active_projects: number;
          avatar_seed: string;
          avatar_url: string | null;
          banner_url: string | null;
          created_at: string;
          experience: string | null;
          headline: string;
          id: string;
          location: string;
          name: string;
          profile_views: number;
          proposals_sent: number;
          rating: number | null;
          reviews_count: number;
          role: string;
          search: string;
          skills: string[];
          status: string;
          title: string;
          updated_at: string;
        };
        Insert: Record<never, never>;
        Update: {
          about?: string;
          avatar_seed?: string;
          avatar_url?: string | null;
          banner_url?: string | null;
          experience?: string | null;
          headline?: string;
          location?: string;
          name?: string;
          skills?: string[];
          title?: string;
        };
        Relationships: [];
      };
      project_owners: {
        Row: {
          company_id: string;
          project_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "project_owners_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "project_owners_project_id_fkey"; columns: ["project_id"]; isOneToOne: true; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      projects: {
        Row: {
          budget: string;
          budget_max_cents: number | null;
          budget_min_cents: number | null;
          category: string;
          company_id: string | null;
          created_at: string;
          deadline: string;
          deadline_on: string | null;
          description: string;
          experience_level: string;
          id: string;
          is_confidential: boolean;
          number: number;
          proposals_count: number;
          search: string;
          skills: string[];
          status: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          budget: string;
          budget_max_cents?: number | null;
          budget_min_cents?: number | null;
          category?: string;
          company_id?: string | null;
          deadline: string;
          deadline_on?: string | null;
          description: string;
          experience_level?: string;
          id?: string;
          is_confidential?: boolean;
          skills: string[];
          title: string;
        };
        Update: {
          budget?: string;
          budget_max_cents?: number | null;
          budget_min_cents?: number | null;
          category?: string;
          deadline?: string;
          deadline_on?: string | null;
          description?: string;
          experience_level?: string;
          is_confidential?: boolean;
          skills?: string[];
          title?: string;
        };
        Relationships: [
          { foreignKeyName: "projects_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      proposals: {
        Row: {
          cover_letter: string;
          created_at: string;
          id: string;
          professional_id: string;
          project_id: string;
          status: string;
          updated_at: string;
          value: number;
        };
        Insert: {
          cover_letter: string;
          id?: string;
          professional_id: string;
          project_id: string;
          status?: string;
          value: number;
        };
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "proposals_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "proposals_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      site_images: {
        Row: {
          key: string;
          name: string;
          updated_at: string;
          url: string;
        };
        Insert: Record<never, never>;
        Update: {
          url?: string;
        };
        Relationships: [];
      };
      skills: {
        Row: {
          area: string;
          label: string;
          name: string;
          position: number;
          slug: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      activate_user: { Args: { user_id: string }; Returns: { id: string; status: string } };
      block_user: { Args: { user_id: string }; Returns: { id: string; status: string } };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
