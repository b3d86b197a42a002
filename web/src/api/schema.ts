// Written by "automacao types"; do not edit.

import type { Money } from "@/lib/money";

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
          words: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "accounts_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      amendments: {
        Row: {
          answer_reason: string | null;
          answered_by: string | null;
          author: "company" | "professional";
          closed_at: string | null;
          contract_id: string;
          created_at: string;
          description: string;
          hours: number | null;
          id: string;
          label: string;
          lapses_at: string;
          milestone_id: string | null;
          number: number;
          price: number;
          price_cents: Money;
          proposed_by: string;
          reason: string;
          shift_days: number;
          status: "proposed" | "accepted" | "refused" | "withdrawn" | "lapsed";
          title: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "amendments_answered_by_fkey"; columns: ["answered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "amendments_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "amendments_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "amendments_proposed_by_fkey"; columns: ["proposed_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      audit_log: {
        Row: {
          action: "block_user" | "activate_user" | "replace_site_image" | "decide_report" | "close_project" | "decide_dispute" | "change_member_role" | "remove_member" | "transfer_ownership" | "register_firm" | "read_sealed" | "lift_bar" | "handle_difference" | "retry_order" | "request_correction" | "withdraw_correction" | "decide_correction" | "announce_owner_removal" | "decide_owner_removal" | "decide_withheld" | "add_model_version" | "set_match_weight";
          actor_id: string | null;
          created_at: string;
          details: Json;
          id: string;
          subject_id: string;
          subject_kind: "profile" | "site_image" | "report" | "project" | "organisation" | "contract" | "bar" | "dispute" | "difference" | "order" | "project_model" | "match_weight";
          subject_label: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "audit_log_actor_id_fkey"; columns: ["actor_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      charge_codes: {
        Row: {
          br_code: string;
          charge_id: string;
          company_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "charge_codes_charge_id_fkey"; columns: ["charge_id"]; isOneToOne: true; referencedRelation: "charges"; referencedColumns: ["id"] },
          { foreignKeyName: "charge_codes_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      charges: {
        Row: {
          contract_id: string;
          created_at: string;
          expires_at: string;
          fee: number;
          fee_cents: Money;
          id: string;
          milestone_id: string;
          paid_at: string | null;
          status: "open" | "paid" | "expired" | "cancelled" | "refunded" | "contested";
          txid: string;
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "charges_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "charges_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
        ];
      };
      checklist_items: {
        Row: {
          blocking: boolean;
          checklist_id: string;
          contract_id: string;
          expected: string;
          id: string;
          note: string | null;
          position: number;
          recorded_at: string | null;
          recorded_by: string | null;
          recorded_name: string | null;
          recorded_side: "company" | "professional" | null;
          result: "pending" | "passed" | "failed" | "not_applicable";
          title: string;
          witness_due_at: string | null;
          witness_reminded_at: string | null;
          witnessed_as: "witness" | "signature" | "delivery" | "approval" | "silence" | null;
          witnessed_at: string | null;
          witnessed_by: string | null;
          witnessed_name: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "checklist_items_checklist_id_fkey"; columns: ["checklist_id"]; isOneToOne: false; referencedRelation: "checklists"; referencedColumns: ["id"] },
          { foreignKeyName: "checklist_items_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "checklist_items_recorded_by_fkey"; columns: ["recorded_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "checklist_items_witnessed_by_fkey"; columns: ["witnessed_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      checklists: {
        Row: {
          agreed_by_company: string | null;
          agreed_by_professional: string | null;
          company_signed_at: string | null;
          contract_id: string;
          created_at: string;
          executed_at: string | null;
          holds_clock: boolean;
          id: string;
          kind: "taf" | "tac" | "entrega";
          milestone_id: string;
          professional_signed_at: string | null;
          signed_by_company: string | null;
          signed_by_professional: string | null;
          status: "proposed" | "agreed" | "signed";
          template: string | null;
          updated_at: string;
          version: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "checklists_agreed_by_company_fkey"; columns: ["agreed_by_company"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "checklists_agreed_by_professional_fkey"; columns: ["agreed_by_professional"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "checklists_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "checklists_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "checklists_signed_by_company_fkey"; columns: ["signed_by_company"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "checklists_signed_by_professional_fkey"; columns: ["signed_by_professional"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      contract_acceptances: {
        Row: {
          address: string | null;
          at: string;
          contract_id: string;
          person_id: string;
          sha256: string;
          side: "company" | "professional";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "contract_acceptances_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "contract_acceptances_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      contract_events: {
        Row: {
          action: "accept_amendment" | "accept_by_silence" | "accept_proposal" | "accept_withheld_proof" | "agree_checklist" | "agree_withholdings" | "announce_stop" | "answer_termination" | "approve_milestone" | "cancel_contract" | "cancel_milestone" | "complete_contract" | "confirm_invoice" | "confirm_receipt" | "confirm_withheld" | "contest_receipt" | "contest_withheld_proof" | "contest_withholdings" | "deliver_contract" | "deliver_milestone" | "dispute_payment" | "end_amendment" | "end_dispute_cancelled" | "end_dispute_owed" | "end_dispute_refunded" | "end_dispute_released" | "end_dispute_split" | "execute_tac" | "expire_charge" | "follow_milestones" | "fund_milestone" | "hold_payment" | "lapse_amendment" | "lapse_termination" | "lapse_withholdings" | "leave" | "lose_hold" | "lose_withheld" | "mediate_withheld" | "open_dispute" | "owe_withheld" | "pause_acceptance" | "propose_amendment" | "propose_termination" | "prove_withheld" | "prove_withheld_by_silence" | "receive_by_silence" | "record_payment" | "record_withholdings" | "refund_milestone" | "refuse_amendment" | "refuse_invoice" | "refuse_termination" | "release_milestone" | "release_withheld" | "replace_invoice" | "replace_withholdings" | "request_adjustments" | "resume_acceptance" | "send_invoice" | "settle_milestone" | "sign_checklist" | "split_milestone" | "start_checklist" | "start_contract" | "uphold_payment" | "uphold_withheld_proof" | "waive_guarantee" | "withdraw_amendment" | "withdraw_contract" | "withdraw_dispute" | "withdraw_dispute_adjusting" | "withdraw_dispute_funded" | "withdraw_dispute_planned" | "withdraw_termination" | "withhold_by_silence" | "witness_by_silence" | "witness_result";
          actor_id: string | null;
          contract_id: string;
          created_at: string;
          from_status: string | null;
          id: string;
          milestone_id: string | null;
          party_id: string | null;
          reason: string | null;
          to_status: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "contract_events_actor_id_fkey"; columns: ["actor_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contract_events_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "contract_events_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "contract_events_party_id_fkey"; columns: ["party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      contracts: {
        Row: {
          acceptance_due_at: string | null;
          adjustments_count: number;
          company_id: string;
          company_reviewed: boolean;
          completed_at: string | null;
          completed_by: string | null;
          created_at: string;
          delivered_at: string | null;
          delivered_by: string | null;
          end_reason: string | null;
          ended_at: string | null;
          ended_by: string | null;
          fee_basis_points: number;
          fee_percent: number;
          id: string;
          number: number;
          professional_id: string;
          professional_reviewed: boolean;
          project_id: string;
          project_revision: number;
          proposal_id: string;
          scope: Json;
          settlement: "direct" | "guarantee";
          started_at: string | null;
          status: "agreed" | "active" | "delivered" | "completed" | "withdrawn" | "terminated" | "cancelled";
          termination_by: string | null;
          termination_lapses_at: string | null;
          termination_proposed_at: string | null;
          termination_reason: string | null;
          termination_reopens: boolean | null;
          termination_settlement: Json;
          terms: Json;
          updated_at: string;
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "contracts_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_completed_by_fkey"; columns: ["completed_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_delivered_by_fkey"; columns: ["delivered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_ended_by_fkey"; columns: ["ended_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_proposal_id_fkey"; columns: ["proposal_id"]; isOneToOne: true; referencedRelation: "proposals"; referencedColumns: ["id"] },
          { foreignKeyName: "contracts_termination_by_fkey"; columns: ["termination_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      conversations: {
        Row: {
          last_at: string;
          last_content: string;
          last_files_count: number;
          last_from_id: string;
          last_message_id: string;
          owner_id: string;
          partner_id: string;
          partner_party_id: string | null;
          thread: string;
          unread_count: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "conversations_owner_id_fkey"; columns: ["owner_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "conversations_partner_id_fkey"; columns: ["partner_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "conversations_partner_party_id_fkey"; columns: ["partner_party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      corrections: {
        Row: {
          answer: string | null;
          asked_by: string;
          created_at: string;
          decided_at: string | null;
          id: string;
          kind: "cpf" | "cnpj";
          new_document: string;
          old_document: string | null;
          party_id: string;
          reason: string;
          status: "waiting" | "approved" | "refused" | "withdrawn";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "corrections_asked_by_fkey"; columns: ["asked_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "corrections_decided_by_fkey"; columns: ["decided_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "corrections_party_id_fkey"; columns: ["party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      deal_files: {
        Row: {
          bytes: number;
          checklist_item_id: string | null;
          contract_id: string;
          created_at: string;
          id: string;
          media_type: string;
          milestone_id: string | null;
          name: string;
          path: string;
          purpose: "delivery" | "receipt" | "evidence" | "invoice" | "checklist";
          sha256: string;
          uploaded_by: string;
          version: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "deal_files_checklist_item_id_fkey"; columns: ["checklist_item_id"]; isOneToOne: false; referencedRelation: "checklist_items"; referencedColumns: ["id"] },
          { foreignKeyName: "deal_files_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "deal_files_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "deal_files_uploaded_by_fkey"; columns: ["uploaded_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      direct_payments: {
        Row: {
          answered_at: string | null;
          answered_by: string | null;
          confirm_due_at: string;
          contract_id: string;
          declared_at: string;
          declared_by: string;
          end_to_end_id: string | null;
          id: string;
          milestone_id: string;
          note: string | null;
          paid_on: string;
          reason: string | null;
          receipt: string | null;
          status: "declared" | "confirmed" | "contested" | "by_silence" | "upheld";
          value: number;
          value_cents: Money;
          withheld: number;
          withheld_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "direct_payments_answered_by_fkey"; columns: ["answered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "direct_payments_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "direct_payments_declared_by_fkey"; columns: ["declared_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "direct_payments_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
        ];
      };
      dispute_entries: {
        Row: {
          author_id: string | null;
          author_name: string | null;
          content: string | null;
          contract_id: string;
          created_at: string;
          dispute_id: string;
          evidence: Json;
          id: string;
          kind: "claim" | "answer" | "statement" | "offer" | "acceptance" | "mediation" | "decision" | "decision_accepted" | "appeal" | "final_decision" | "in_force" | "concession" | "silence" | "withdrawal";
          number: number;
          offer: number | null;
          professional_percent: number | null;
          same_administrator: boolean;
          side: "company" | "professional" | "administrator" | "time";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "dispute_entries_author_id_fkey"; columns: ["author_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "dispute_entries_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "dispute_entries_dispute_id_fkey"; columns: ["dispute_id"]; isOneToOne: false; referencedRelation: "disputes"; referencedColumns: ["id"] },
        ];
      };
      disputes: {
        Row: {
          answer_due_at: string;
          appeal_until: string | null;
          company_accepted_at: string | null;
          contract_id: string;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decided_percent: number | null;
          ended_at: string | null;
          id: string;
          milestone_id: string;
          milestone_status: "funded" | "delivered" | "adjusting" | "awaiting_payment";
          opened_by: "company" | "professional";
          opener_id: string;
          outcome_percent: number | null;
          professional_accepted_at: string | null;
          professional_percent: number;
          reason: string;
          status: "open" | "negotiating" | "mediation" | "decided" | "appealed" | "decided_finally" | "settled" | "conceded" | "withdrawn";
          updated_at: string;
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "disputes_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "disputes_decided_by_fkey"; columns: ["decided_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "disputes_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "disputes_opener_id_fkey"; columns: ["opener_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      document_conflicts: {
        Row: {
          created_at: string;
          document: string;
          first_profile_id: string;
          profile_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "document_conflicts_first_profile_id_fkey"; columns: ["first_profile_id"]; isOneToOne: false; referencedRelation: "accounts"; referencedColumns: ["profile_id"] },
          { foreignKeyName: "document_conflicts_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: true; referencedRelation: "accounts"; referencedColumns: ["profile_id"] },
        ];
      };
      favourites: {
        Row: {
          created_at: string;
          id: string;
          note: string;
          person_id: string;
          professional_id: string | null;
          project_id: string | null;
          updated_at: string;
        };
        Insert: {
          note?: string;
          professional_id?: string | null;
          project_id?: string | null;
        };
        Update: {
          note?: string;
        };
        Relationships: [
          { foreignKeyName: "favourites_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "favourites_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "favourites_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      fee_receipts: {
        Row: {
          base: number;
          base_cents: Money;
          contract_id: string;
          fee: number;
          fee_cents: Money;
          issued_at: string;
          issuer: string | null;
          milestone_id: string;
          number: number;
          party_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "fee_receipts_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "fee_receipts_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: true; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "fee_receipts_party_id_fkey"; columns: ["party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      hidden_projects: {
        Row: {
          created_at: string;
          id: string;
          person_id: string;
          project_id: string;
        };
        Insert: {
          project_id: string;
        };
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "hidden_projects_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "hidden_projects_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      invitations: {
        Row: {
          accepted_by: string | null;
          created_at: string;
          decided_at: string | null;
          email: string;
          expires_at: string;
          id: string;
          invited_by: string | null;
          organisation_id: string;
          role: "owner" | "buyer" | "engineer" | "finance" | "reader";
          status: "pending" | "accepted" | "revoked";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "invitations_accepted_by_fkey"; columns: ["accepted_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "invitations_invited_by_fkey"; columns: ["invited_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "invitations_organisation_id_fkey"; columns: ["organisation_id"]; isOneToOne: false; referencedRelation: "organisations"; referencedColumns: ["id"] },
        ];
      };
      invitations_to_propose: {
        Row: {
          answered_at: string | null;
          created_at: string;
          expires_at: string;
          id: string;
          note: string;
          professional_id: string;
          project_id: string;
          status: "sent" | "interested" | "busy" | "declined" | "proposed";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "invitations_to_propose_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "invitations_to_propose_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      invoices: {
        Row: {
          access_key: string | null;
          answered_at: string | null;
          answered_by: string | null;
          contract_id: string;
          created_at: string;
          differences: string[];
          expected: number;
          expected_cents: Money;
          file_id: string | null;
          id: string;
          is_read: boolean;
          issued_on: string | null;
          kind: "nfse" | "rpa";
          milestone_id: string;
          number: string | null;
          professional_id: string;
          provider_document: string | null;
          reason: string | null;
          sent_at: string | null;
          sent_by: string | null;
          status: "pending" | "sent" | "checked" | "refused" | "replaced";
          taker_document: string | null;
          value: number | null;
          value_cents: Money | null;
          verification_code: string | null;
          version: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "invoices_answered_by_fkey"; columns: ["answered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "invoices_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "invoices_file_id_fkey"; columns: ["file_id"]; isOneToOne: false; referencedRelation: "deal_files"; referencedColumns: ["id"] },
          { foreignKeyName: "invoices_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "invoices_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "invoices_sent_by_fkey"; columns: ["sent_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      ledger_entries: {
        Row: {
          account: string;
          contract_id: string | null;
          created_at: string;
          id: string;
          kind: "guarantee" | "release" | "fee" | "refund" | "split" | "payout" | "payout_returned" | "withheld" | "contest" | "contest_returned" | "adjustment";
          milestone_id: string | null;
          party_id: string | null;
          position: number;
          transfer_id: string;
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "ledger_entries_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "ledger_entries_transfer_id_fkey"; columns: ["transfer_id"]; isOneToOne: false; referencedRelation: "ledger_transfers"; referencedColumns: ["id"] },
        ];
      };
      ledger_transfers: {
        Row: {
          business_key: string;
          contract_id: string | null;
          created_at: string;
          hash: string;
          id: string;
          kind: "guarantee" | "release" | "fee" | "refund" | "split" | "payout" | "payout_returned" | "withheld" | "contest" | "contest_returned" | "adjustment";
          memo: string | null;
          milestone_id: string | null;
          number: number;
          previous_hash: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "ledger_transfers_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
        ];
      };
      match_weights: {
        Row: {
          kind: "skills" | "technologies" | "level" | "distance" | "availability" | "documents" | "history";
          points: number;
          position: number;
          updated_at: string;
        };
        Insert: Record<never, never>;
        Update: {
          points?: number;
        };
        Relationships: [];
      };
      memberships: {
        Row: {
          created_at: string;
          organisation_id: string;
          person_id: string;
          role: "owner" | "buyer" | "engineer" | "finance" | "reader";
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "memberships_organisation_id_fkey"; columns: ["organisation_id"]; isOneToOne: false; referencedRelation: "organisations"; referencedColumns: ["id"] },
          { foreignKeyName: "memberships_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      message_files: {
        Row: {
          bytes: number;
          id: string;
          media_type: string;
          message_id: string;
          name: string;
          path: string;
          position: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "message_files_message_id_fkey"; columns: ["message_id"]; isOneToOne: false; referencedRelation: "messages"; referencedColumns: ["id"] },
        ];
      };
      messages: {
        Row: {
          actor_id: string | null;
          actor_name: string | null;
          automatic: boolean;
          client_id: string | null;
          content: string;
          delivered_at: string | null;
          files_count: number;
          from_id: string;
          id: string;
          party_id: string | null;
          quotes_id: string | null;
          read: boolean;
          read_at: string | null;
          sender_visible: boolean;
          subject_id: string | null;
          subject_kind: "contract" | "project" | null;
          thread: string | null;
          timestamp: string;
          to_id: string;
        };
        Insert: {
          client_id?: string | null;
          content: string;
          from_id: string;
          party_id?: string | null;
          quotes_id?: string | null;
          to_id: string;
        };
        Update: {
          delivered_at?: string | null;
          read?: boolean;
        };
        Relationships: [
          { foreignKeyName: "messages_actor_id_fkey"; columns: ["actor_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "messages_from_id_fkey"; columns: ["from_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "messages_party_id_fkey"; columns: ["party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "messages_quotes_id_fkey"; columns: ["quotes_id"]; isOneToOne: false; referencedRelation: "messages"; referencedColumns: ["id"] },
          { foreignKeyName: "messages_to_id_fkey"; columns: ["to_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      milestones: {
        Row: {
          acceptances_stop_on: string | null;
          adjustments_count: number;
          approved_at: string | null;
          approved_by: string | null;
          contract_id: string;
          created_at: string;
          deliverable: string;
          delivered_at: string | null;
          delivered_by: string | null;
          delivery_note: string | null;
          due_on: string | null;
          held_cents: Money;
          id: string;
          kind: "work" | "travel" | "retention" | "amendment";
          owed_due_on: string | null;
          paused_at: string | null;
          position: number;
          review_until: string | null;
          settled_at: string | null;
          split_cents: Money | null;
          status: "planned" | "awaiting_payment" | "funded" | "delivered" | "adjusting" | "released" | "disputed" | "split" | "refunded" | "cancelled";
          title: string;
          updated_at: string;
          value: number;
          value_cents: Money;
          waits_for_tac: boolean;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "milestones_approved_by_fkey"; columns: ["approved_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "milestones_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "milestones_delivered_by_fkey"; columns: ["delivered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      municipalities: {
        Row: {
          code: number;
          key: string;
          name: string;
          standing: number;
          state: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      notifications: {
        Row: {
          body: string;
          count: number;
          created_at: string;
          id: string;
          kind: "message" | "proposal" | "decision" | "contract" | "review" | "account" | "report" | "organisation" | "question" | "search" | "invitation";
          profile_id: string;
          read: boolean;
          subject_id: string | null;
          subject_kind: string;
          title: string;
        };
        Insert: Record<never, never>;
        Update: {
          read?: boolean;
        };
        Relationships: [
          { foreignKeyName: "notifications_actor_id_fkey"; columns: ["actor_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "notifications_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      organisations: {
        Row: {
          created_at: string;
          document: string | null;
          id: string;
          is_simples: boolean;
          kind: "company" | "pj" | "mei";
          legal_name: string;
          role: "company" | "professional";
          updated_at: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "organisations_id_fkey"; columns: ["id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      owner_removals: {
        Row: {
          closed_at: string | null;
          created_at: string;
          decided_by: string | null;
          decision: string | null;
          id: string;
          objection: string | null;
          organisation_id: string;
          person_id: string;
          proposed_by: string;
          role: "buyer" | "engineer" | "finance" | "reader" | null;
          status: "announced" | "objected" | "executed" | "withdrawn" | "stopped" | "lapsed";
          takes_effect_at: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "owner_removals_decided_by_fkey"; columns: ["decided_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "owner_removals_organisation_id_fkey"; columns: ["organisation_id"]; isOneToOne: false; referencedRelation: "organisations"; referencedColumns: ["id"] },
          { foreignKeyName: "owner_removals_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "owner_removals_proposed_by_fkey"; columns: ["proposed_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      payouts: {
        Row: {
          created_at: string;
          done_at: string | null;
          id: string;
          key_end: string;
          party_id: string;
          reason: string | null;
          requested_by: string | null;
          status: "requested" | "paid" | "failed" | "returned";
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "payouts_party_id_fkey"; columns: ["party_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "payouts_requested_by_fkey"; columns: ["requested_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
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
      preferences: {
        Row: {
          new_invitations: boolean;
          new_messages: boolean;
          new_proposals: boolean;
          newsletter: boolean;
          profile_id: string;
          saved_searches: boolean;
          updated_at: string;
        };
        Insert: {
          new_invitations?: boolean;
          new_messages?: boolean;
          new_proposals?: boolean;
          newsletter?: boolean;
          profile_id: string;
          saved_searches?: boolean;
        };
        Update: {
          new_invitations?: boolean;
          new_messages?: boolean;
          new_proposals?: boolean;
          newsletter?: boolean;
          profile_id?: string;
          saved_searches?: boolean;
        };
        Relationships: [
          { foreignKeyName: "preferences_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      profile_technologies: {
        Row: {
          created_at: string;
          id: string;
          last_used_year: number | null;
          level: "Básico" | "Intermediário" | "Avançado" | "Especialista";
          profile_id: string;
          technology: string;
          updated_at: string;
          years: number | null;
        };
        Insert: {
          last_used_year?: number | null;
          level: "Básico" | "Intermediário" | "Avançado" | "Especialista";
          profile_id: string;
          technology: string;
          years?: number | null;
        };
        Update: {
          last_used_year?: number | null;
          level?: "Básico" | "Intermediário" | "Avançado" | "Especialista";
          years?: number | null;
        };
        Relationships: [
          { foreignKeyName: "profile_technologies_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "profile_technologies_technology_fkey"; columns: ["technology"]; isOneToOne: false; referencedRelation: "technologies"; referencedColumns: ["slug"] },
        ];
      };
      profile_view_days: {
        Row: {
          profile_id: string;
          viewed_on: string;
          views: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "profile_view_days_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      profiles: {
        Row: {
          about: string;
          active_projects: number;
          availability: "available" | "limited" | "unavailable" | null;
          avatar_seed: string;
          avatar_url: string | null;
          banner_url: string | null;
          city_key: string | null;
          contact_id: string | null;
          contracts_completed: number;
          counterparts: number;
          created_at: string;
          experience: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista" | null;
          headline: string;
          id: string;
          is_complete: boolean | null;
          is_party: boolean;
          location: string;
          name: string;
          profile_views: number;
          proposals_sent: number;
          rating: number | null;
          removed_at: string | null;
          reviews_count: number;
          role: "admin" | "professional" | "company";
          search: string;
          skills: string[];
          state: string | null;
          status: "active" | "blocked";
          technologies: string[];
          title: string;
          updated_at: string;
          work_modes: string[];
        };
        Insert: Record<never, never>;
        Update: {
          about?: string;
          availability?: "available" | "limited" | "unavailable" | null;
          avatar_seed?: string;
          avatar_url?: string | null;
          banner_url?: string | null;
          experience?: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista" | null;
          headline?: string;
          location?: string;
          name?: string;
          skills?: string[];
          title?: string;
          work_modes?: string[];
        };
        Relationships: [
          { foreignKeyName: "profiles_contact_id_fkey"; columns: ["contact_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      project_files: {
        Row: {
          audience: "proposers" | "dealers";
          bytes: number;
          created_at: string;
          id: string;
          media_type: string;
          name: string;
          path: string;
          position: number;
          project_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "project_files_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      project_io_lists: {
        Row: {
          by_kind: Json;
          changes: Json;
          created_at: string;
          errors_count: number;
          file_id: string | null;
          format: "csv" | "xlsx" | "tia_portal" | "studio_5000" | "l5x" | "codesys" | "plcopen" | "ignition" | "elipse_e3" | "eplan" | "automationml";
          id: string;
          name: string;
          number: number;
          project_id: string;
          rows: number;
          sha256: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "project_io_lists_file_id_fkey"; columns: ["file_id"]; isOneToOne: false; referencedRelation: "project_files"; referencedColumns: ["id"] },
          { foreignKeyName: "project_io_lists_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      project_models: {
        Row: {
          created_at: string;
          fields: Json;
          is_current: boolean;
          name: string;
          position: number;
          slug: string;
          texts: Json;
          version: number;
        };
        Insert: {
          fields: Json;
          name: string;
          slug: string;
          texts: Json;
        };
        Update: Record<never, never>;
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
      project_questions: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          content: string | null;
          created_at: string;
          id: string;
          project_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "project_questions_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      project_revisions: {
        Row: {
          budget: string;
          budget_max_cents: Money | null;
          budget_min_cents: Money | null;
          category: string;
          changed: string[];
          city: string | null;
          created_at: string;
          deadline: string;
          deadline_on: string | null;
          description: string;
          experience_level: string;
          number: number;
          project_id: string;
          scope: Json;
          skills: string[];
          starts_on: string | null;
          state: string | null;
          technologies: string[];
          technology_levels: Json;
          title: string;
          work_mode: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "project_revisions_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      project_technologies: {
        Row: {
          created_at: string;
          id: string;
          level: "Básico" | "Intermediário" | "Avançado" | "Especialista" | null;
          project_id: string;
          technology: string;
        };
        Insert: {
          level?: "Básico" | "Intermediário" | "Avançado" | "Especialista" | null;
          project_id: string;
          technology: string;
        };
        Update: {
          level?: "Básico" | "Intermediário" | "Avançado" | "Especialista" | null;
        };
        Relationships: [
          { foreignKeyName: "project_technologies_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
          { foreignKeyName: "project_technologies_technology_fkey"; columns: ["technology"]; isOneToOne: false; referencedRelation: "technologies"; referencedColumns: ["slug"] },
        ];
      };
      projects: {
        Row: {
          budget: string;
          budget_max_cents: Money | null;
          budget_min_cents: Money | null;
          category: string;
          city: string | null;
          city_key: string | null;
          company_id: string | null;
          created_at: string;
          deadline: string;
          deadline_on: string | null;
          description: string;
          experience_level: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista";
          files_count: number;
          id: string;
          is_confidential: boolean;
          number: number;
          proposals_count: number;
          revision: number;
          scope: Json;
          scope_clarity: number | null;
          search: string;
          skills: string[];
          starts_on: string | null;
          state: "AC" | "AL" | "AP" | "AM" | "BA" | "CE" | "DF" | "ES" | "GO" | "MA" | "MT" | "MS" | "MG" | "PA" | "PB" | "PR" | "PE" | "PI" | "RJ" | "RN" | "RS" | "RO" | "RR" | "SC" | "SP" | "SE" | "TO" | null;
          status: "open" | "in_progress" | "delivered" | "completed" | "closed";
          technologies: string[];
          technology_levels: Json;
          title: string;
          updated_at: string;
          work_mode: "on_site" | "hybrid" | "remote" | null;
        };
        Insert: {
          budget: string;
          budget_max_cents?: Money | null;
          budget_min_cents?: Money | null;
          category?: string;
          city?: string | null;
          company_id?: string | null;
          deadline: string;
          deadline_on?: string | null;
          description: string;
          experience_level?: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista";
          id?: string;
          is_confidential?: boolean;
          scope?: Json;
          skills: string[];
          starts_on?: string | null;
          state?: "AC" | "AL" | "AP" | "AM" | "BA" | "CE" | "DF" | "ES" | "GO" | "MA" | "MT" | "MS" | "MG" | "PA" | "PB" | "PR" | "PE" | "PI" | "RJ" | "RN" | "RS" | "RO" | "RR" | "SC" | "SP" | "SE" | "TO" | null;
          technologies?: string[];
          technology_levels?: Json;
          title: string;
          work_mode?: "on_site" | "hybrid" | "remote" | null;
        };
        Update: {
          budget?: string;
          budget_max_cents?: Money | null;
          budget_min_cents?: Money | null;
          category?: string;
          city?: string | null;
          deadline?: string;
          deadline_on?: string | null;
          description?: string;
          experience_level?: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista";
          is_confidential?: boolean;
          scope?: Json;
          skills?: string[];
          starts_on?: string | null;
          state?: "AC" | "AL" | "AP" | "AM" | "BA" | "CE" | "DF" | "ES" | "GO" | "MA" | "MT" | "MS" | "MG" | "PA" | "PB" | "PR" | "PE" | "PI" | "RJ" | "RN" | "RS" | "RO" | "RR" | "SC" | "SP" | "SE" | "TO" | null;
          technologies?: string[];
          technology_levels?: Json;
          title?: string;
          work_mode?: "on_site" | "hybrid" | "remote" | null;
        };
        Relationships: [
          { foreignKeyName: "projects_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      proposal_notes: {
        Row: {
          company_id: string;
          note: string;
          proposal_id: string;
          shortlisted: boolean;
          updated_at: string;
          updated_by: string | null;
        };
        Insert: {
          note?: string;
          proposal_id: string;
          shortlisted?: boolean;
        };
        Update: {
          note?: string;
          shortlisted?: boolean;
        };
        Relationships: [
          { foreignKeyName: "proposal_notes_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "proposal_notes_proposal_id_fkey"; columns: ["proposal_id"]; isOneToOne: true; referencedRelation: "proposals"; referencedColumns: ["id"] },
          { foreignKeyName: "proposal_notes_updated_by_fkey"; columns: ["updated_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      proposal_terms: {
        Row: {
          answered_at: string | null;
          assumptions: string | null;
          author: "company" | "professional";
          created_at: string;
          deadline_days: number | null;
          exclusions: string | null;
          milestones: Json;
          note: string | null;
          number: number;
          proposal_id: string;
          state: "current" | "superseded" | "offered" | "declined" | "withdrawn";
          travel: number;
          travel_cents: Money;
          valid_until: string;
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "proposal_terms_proposal_id_fkey"; columns: ["proposal_id"]; isOneToOne: false; referencedRelation: "proposals"; referencedColumns: ["id"] },
        ];
      };
      proposals: {
        Row: {
          assumptions: string | null;
          cover_letter: string;
          created_at: string;
          deadline_days: number | null;
          decided_at: string | null;
          decline_cause: "company" | "other_chosen" | "project_closed" | null;
          decline_reason: string | null;
          exclusions: string | null;
          fee_basis_points: number;
          fee_percent: number;
          id: string;
          invites_new: boolean;
          milestones: Json;
          professional_id: string;
          project_id: string;
          project_revision: number;
          status: "pending" | "waiting" | "accepted" | "declined" | "withdrawn" | "ended" | "expired";
          terms: number;
          travel: number;
          travel_cents: Money;
          updated_at: string;
          valid_until: string;
          value: number;
          value_cents: Money;
        };
        Insert: {
          assumptions?: string | null;
          cover_letter: string;
          deadline_days?: number | null;
          exclusions?: string | null;
          id?: string;
          milestones?: Json;
          professional_id: string;
          project_id: string;
          status?: "pending" | "waiting" | "accepted" | "declined" | "withdrawn" | "ended" | "expired";
          travel?: number | string;
          valid_until?: string;
          value: number | string;
        };
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "proposals_professional_id_fkey"; columns: ["professional_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "proposals_project_id_fkey"; columns: ["project_id"]; isOneToOne: false; referencedRelation: "projects"; referencedColumns: ["id"] },
        ];
      };
      push_subscriptions: {
        Row: {
          created_at: string;
          id: string;
          succeeded_at: string | null;
          user_agent: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "push_subscriptions_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      receivers: {
        Row: {
          institution: string;
          onboarding_url: string | null;
          party_id: string;
          reason: string | null;
          status: "pending" | "reviewing" | "approved" | "rejected";
          updated_at: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "receivers_party_id_fkey"; columns: ["party_id"]; isOneToOne: true; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      reconciliation_differences: {
        Row: {
          charge_id: string | null;
          detail: string;
          found_at: string;
          handled_at: string | null;
          handled_by: string | null;
          handling: string | null;
          id: string;
          kind: "unknown_charge" | "unknown_event" | "value_differs" | "payment_returning" | "refund_unordered" | "refund_missing" | "release_missing" | "release_unordered" | "order_refused" | "charge_missing" | "contested_unknown";
          ours_cents: Money | null;
          reference: string;
          resolved_at: string | null;
          seen_at: string;
          theirs_cents: Money | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "reconciliation_differences_charge_id_fkey"; columns: ["charge_id"]; isOneToOne: false; referencedRelation: "charges"; referencedColumns: ["id"] },
          { foreignKeyName: "reconciliation_differences_handled_by_fkey"; columns: ["handled_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      registrations: {
        Row: {
          created_at: string;
          email: string;
          name: string;
          role: "professional" | "company" | null;
          skills: string[];
          user_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      reports: {
        Row: {
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decision: string | null;
          details: string;
          excerpt: string;
          id: string;
          kind: "profile" | "project" | "message";
          number: number;
          profile_id: string | null;
          reason: "fraud" | "spam" | "offensive" | "contact" | "false_information" | "other";
          reporter_id: string | null;
          status: "open" | "upheld" | "dismissed";
          subject_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "reports_decided_by_fkey"; columns: ["decided_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "reports_profile_id_fkey"; columns: ["profile_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "reports_reporter_id_fkey"; columns: ["reporter_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      reviews: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          author_id: string;
          axes: Json;
          content: string;
          contract_id: string;
          counted: boolean;
          created_at: string;
          id: string;
          published_at: string;
          rating: number;
          subject_id: string;
          withheld: boolean;
        };
        Insert: {
          author_id: string;
          axes?: Json;
          content: string;
          contract_id: string;
          id?: string;
          rating: number;
        };
        Update: {
          answer?: string | null;
        };
        Relationships: [
          { foreignKeyName: "reviews_author_id_fkey"; columns: ["author_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "reviews_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "reviews_subject_id_fkey"; columns: ["subject_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
      saved_searches: {
        Row: {
          created_at: string;
          frequency: "at_once" | "daily" | "weekly" | "never";
          id: string;
          kind: "projects" | "professionals";
          last_sent_at: string | null;
          name: string;
          person_id: string;
          query: Json;
          updated_at: string;
        };
        Insert: {
          frequency?: "at_once" | "daily" | "weekly" | "never";
          kind: "projects" | "professionals";
          name?: string;
          query: Json;
        };
        Update: {
          frequency?: "at_once" | "daily" | "weekly" | "never";
          name?: string;
          query?: Json;
        };
        Relationships: [
          { foreignKeyName: "saved_searches_person_id_fkey"; columns: ["person_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
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
          area: "Software e controle" | "Campo e manutenção" | "Projeto" | "Especialidades";
          label: string;
          name: string;
          position: number;
          slug: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      technologies: {
        Row: {
          aliases: string[];
          family: string;
          kind: "CLP" | "IHM" | "Supervisório" | "SDCD" | "Robô" | "Inversor de frequência" | "Servo" | "Soft-starter" | "CNC" | "Visão de máquina" | "Segurança de máquinas" | "Rede industrial" | "Instrumentação" | "Pneumática e hidráulica" | "Software de engenharia" | "Dados e IIoT" | "Norma técnica" | "Linguagem de programação";
          name: string;
          slug: string;
          spellings: string[];
          vendor: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      withholding_proof_rounds: {
        Row: {
          answered_at: string | null;
          answered_by: string | null;
          contract_id: string;
          due_at: string | null;
          file_id: string;
          given_at: string;
          given_by: string;
          id: string;
          proof_id: string;
          reason: string | null;
          reference: string;
          round: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "withholding_proof_rounds_answered_by_fkey"; columns: ["answered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proof_rounds_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proof_rounds_file_id_fkey"; columns: ["file_id"]; isOneToOne: false; referencedRelation: "deal_files"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proof_rounds_given_by_fkey"; columns: ["given_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proof_rounds_proof_id_fkey"; columns: ["proof_id"]; isOneToOne: false; referencedRelation: "withholding_proofs"; referencedColumns: ["id"] },
        ];
      };
      withholding_proofs: {
        Row: {
          acceptances_stop_on: string | null;
          answer_until: string | null;
          contract_id: string;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decision: string | null;
          due_at: string;
          ended_at: string | null;
          id: string;
          milestone_id: string;
          round: number | null;
          settlement: "guarantee" | "direct";
          status: "due" | "shown" | "contested" | "mediation" | "proved" | "released" | "owed" | "settled" | "lost";
          tax: "iss" | "inss" | "irrf" | "csrf";
          value: number;
          value_cents: Money;
          withholding_id: string;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "withholding_proofs_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proofs_decided_by_fkey"; columns: ["decided_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proofs_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "withholding_proofs_round_fkey"; columns: ["id", "round"]; isOneToOne: false; referencedRelation: "withholding_proof_rounds"; referencedColumns: ["proof_id", "round"] },
          { foreignKeyName: "withholding_proofs_withholding_id_fkey"; columns: ["withholding_id"]; isOneToOne: true; referencedRelation: "withholdings"; referencedColumns: ["id"] },
        ];
      };
      withholdings: {
        Row: {
          answer_due_at: string;
          answered_at: string | null;
          answered_by: string | null;
          base: number;
          base_cents: Money;
          contract_id: string;
          gross: number;
          gross_cents: Money;
          id: string;
          law: string | null;
          lawful_cents: Money | null;
          milestone_id: string;
          payee: "cpf" | "pj" | "mei";
          rate: number;
          rate_basis_points: number;
          reason: string | null;
          recorded_at: string;
          recorded_by: string;
          round: number;
          settled: number | null;
          settled_cents: Money | null;
          status: "proposed" | "agreed" | "contested" | "replaced" | "lapsed";
          tax: "iss" | "inss" | "irrf" | "csrf";
          value: number;
          value_cents: Money;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [
          { foreignKeyName: "withholdings_answered_by_fkey"; columns: ["answered_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
          { foreignKeyName: "withholdings_contract_id_fkey"; columns: ["contract_id"]; isOneToOne: false; referencedRelation: "contracts"; referencedColumns: ["id"] },
          { foreignKeyName: "withholdings_milestone_id_fkey"; columns: ["milestone_id"]; isOneToOne: false; referencedRelation: "milestones"; referencedColumns: ["id"] },
          { foreignKeyName: "withholdings_recorded_by_fkey"; columns: ["recorded_by"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },
        ];
      };
    };
    Views: {
      professionals: {
        Row: {
          availability: "available" | "limited" | "unavailable" | null;
          avatar_seed: string;
          avatar_url: string | null;
          city_key: string | null;
          contracts_completed: number;
          counterparts: number;
          experience: "Júnior" | "Pleno" | "Intermediário" | "Sênior" | "Especialista" | null;
          headline: string;
          id: string;
          is_complete: boolean | null;
          location: string;
          name: string;
          rating: number | null;
          reviews_count: number;
          role: "admin" | "professional" | "company";
          search: string;
          skills: string[];
          state: string | null;
          technologies: string[];
          title: string;
          updated_at: string;
          work_modes: string[];
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      statement: {
        Row: {
          at: string | null;
          contract_id: string | null;
          id: string;
          kind: "guarantee" | "release" | "fee" | "refund" | "split" | "payout" | "payout_returned" | "withheld" | "contest" | "contest_returned" | "adjustment";
          milestone_id: string | null;
          party_id: string | null;
          transfer_id: string;
          value: number;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
    };
    Functions: {
      accept_decision: { Args: { dispute_id: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      accept_invitation: { Args: { token: string }; Returns: { organisation_id: string; role: string } };
      accept_proposal: { Args: { proposal_id: string; terms?: number; keep_others?: boolean }; Returns: { contract_id: string; project_id: string; professional_id: string } };
      accept_split: { Args: { dispute_id: string; number?: number | null }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      accept_withheld_proof: { Args: { proof_id: string; round: number }; Returns: { id: string; milestone_id: string; status: string; round: number; value: Json } };
      activate_user: { Args: { user_id: string }; Returns: { id: string; status: string } };
      add_push_device: { Args: { endpoint: string; p256dh: string; auth: string; user_agent: string }; Returns: { id: string } };
      add_to_dispute: { Args: { dispute_id: string; statement: string; evidence?: { kind: string; id?: string; name?: string }[] }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      agree_checklist: { Args: { checklist_id: string; version: number }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      announce_owner_removal: { Args: { organisation_id: string; person_id: string; role?: string }; Returns: { id: string; status: string; takes_effect_at: string } };
      answer_amendment: { Args: { amendment_id: string; accept: boolean; reason?: string }; Returns: { id: string; label: string; status: string; contract_id: string; contract_status: string; milestone_id: string | null } };
      answer_counter: { Args: { proposal_id: string; number: number; accept: boolean; note?: string }; Returns: { id: string; status: string; terms: number; number: number } };
      answer_dispute: { Args: { dispute_id: string; statement?: string; concede?: boolean; evidence?: { kind: string; id?: string; name?: string }[] }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      answer_invitation: { Args: { invitation_id: string; status: string }; Returns: { id: string; status: string } };
      answer_invoice: { Args: { invoice_id: string; accept: boolean; reason?: string }; Returns: { id: string; milestone_id: string; version: number; status: string; differences: string[] } };
      answer_owner_removal: { Args: { removal_id: string; agree: boolean; reason?: string }; Returns: { id: string; status: string; takes_effect_at: string } };
      answer_question: { Args: { question_id: string; answer: string }; Returns: { id: string } };
      answer_termination: { Args: { contract_id: string; accept: boolean; lapses_at?: string | null; reopen?: boolean | null }; Returns: { id: string; status: string; termination: string } };
      answer_withholdings: { Args: { milestone_id: string; round?: number; accept: boolean; reason?: string }; Returns: { milestone_id: string; round: number; status: string; gross: Json; withheld: Json; net: Json; above_law: Json } };
      appeal_dispute: { Args: { dispute_id: string; reason: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      approve_milestone: { Args: { milestone_id: string }; Returns: { id: string; status: string; contract_id: string; contract_status: string } };
      ask_question: { Args: { project_id: string; content: string }; Returns: { id: string } };
      attach_file: { Args: { contract_id: string; milestone_id?: string; checklist_item_id?: string; purpose: string; path: string; name?: string }; Returns: { id: string; name: string; version: number; sha256: string; bytes: number; media_type: string; created_at: string } };
      attach_io_list: { Args: { project_id: string; path: string; name: string; audience: string }; Returns: { id: string; number: number; rows: number; by_kind: Record<string, number>; changes: { added: Record<string, number>; removed: Record<string, number> } | null } };
      block_user: { Args: { user_id: string }; Returns: { id: string; status: string } };
      call_mediation: { Args: { dispute_id: string; reason: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      cancel_contract: { Args: { contract_id: string; reason: string; reopen?: boolean | null }; Returns: { id: string; status: string } };
      change_member_role: { Args: { organisation_id: string; person_id: string; role: string }; Returns: { organisation_id: string; person_id: string; role: string } };
      close_project: { Args: { project_id: string; reason: string }; Returns: { id: string; status: string; termination?: string } };
      complete_contract: { Args: { contract_id: string }; Returns: { id: string; status: string } };
      complete_registration: { Args: { document?: string; terms: boolean; name?: string; role?: string; skills?: string[]; invitation?: string }; Returns: { id: string; role: string } };
      confirm_proposal: { Args: { proposal_id: string }; Returns: { id: string; status: string; project_revision: number } };
      confirm_receipt: { Args: { payment_id: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      confirm_withheld: { Args: { proof_id: string }; Returns: { id: string; milestone_id: string; status: string; round: number; value: Json } };
      contest_receipt: { Args: { payment_id: string; reason: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      contest_withheld_proof: { Args: { proof_id: string; round: number; reason: string }; Returns: { id: string; milestone_id: string; status: string; round: number; value: Json } };
      count_cities: { Args: { in_state: string; kind?: string }; Returns: { key: string; city: string; total: number }[] };
      count_recovery_codes: { Args: Record<never, never>; Returns: { left: number } };
      count_skills: { Args: { kind: string; words?: string }; Returns: { slug: string; total: number }[] };
      counter_proposal: { Args: { proposal_id: string; terms: number; value?: Json; travel?: Json; milestones?: Json; deadline_days?: number | null; valid_until?: string | null; assumptions?: string | null; exclusions?: string | null; note?: string }; Returns: { id: string; status: string; terms: number; number: number } };
      debt_records: { Args: { profile_ids: string[] }; Returns: { profile_id: string; debts: number; oldest_days: number }[] };
      decide_correction: { Args: { correction_id: string; status: string; reason?: string }; Returns: { id: string; status: string } };
      decide_dispute: { Args: { dispute_id: string; professional_percent: number | null; reason: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      decide_owner_removal: { Args: { removal_id: string; allow: boolean; reason: string }; Returns: { id: string; status: string; takes_effect_at: string } };
      decide_report: { Args: { report_id: string; status: string; decision: string }; Returns: { id: string; status: string } };
      decide_withheld: { Args: { proof_id: string; outcome: string; reason: string }; Returns: { id: string; milestone_id: string; status: string; round: number; value: Json } };
      decline_proposal: { Args: { proposal_id: string; reason: string; invites_new?: boolean }; Returns: { id: string; status: string } };
      defer_turn: { Args: { party_id: string; kind: string; matter: string; until: string }; Returns: { until: string; is_early: boolean } };
      delete_account: { Args: { password?: string; end_contracts?: boolean }; Returns: { id: string } };
      delete_project: { Args: { project_id: string }; Returns: { id: string } };
      deliver_contract: { Args: { contract_id: string; unfunded?: boolean }; Returns: { id: string; status: string } };
      deliver_milestone: { Args: { milestone_id: string; note?: string; unfunded?: boolean }; Returns: { id: string; status: string; contract_id: string; contract_status: string } };
      end_calendar_link: { Args: Record<never, never>; Returns: { path: string | null; created_at: string | null } };
      end_session: { Args: { session_id: string }; Returns: { id: string } };
      execute_tac: { Args: { checklist_id: string; version: number }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      export_data: { Args: Record<never, never>; Returns: { exported_at: string; sections: Record<string, Json>; truncated: string[] } };
      failing_orders: { Args: { offset?: number }; Returns: { orders: { id: string; kind: string; state: string; reference: string; value_cents: number; tries: number; next_at: string; last_error: string; created_at: string; contract_id: string; contract: number; title: string; milestone: number }[]; total: number } };
      fund_milestone: { Args: { milestone_id: string }; Returns: { charge_id: string; txid: string; status: string; br_code: string; qr_code: string; value: Json; expires_at: string } };
      handle_difference: { Args: { difference_id: string; reason: string }; Returns: { id: string; handled_at: string } };
      invite_member: { Args: { organisation_id: string; email: string; role: string }; Returns: { id: string; email: string; role: string; expires_at: string; link: string; mailed: boolean } };
      invite_to_propose: { Args: { project_id: string; professional_id: string; note?: string }; Returns: { id: string; status: string; expires_at: string; left: number } };
      leave_organisation: { Args: { organisation_id: string }; Returns: { organisation_id: string } };
      lift_bar: { Args: { value: string }; Returns: { lifted: boolean } };
      list_reference_prices: { Args: { uf?: string }; Returns: { model: string; name: string; n: number; p25: number; p50: number; p75: number }[] };
      list_sessions: { Args: Record<never, never>; Returns: { id: string; created_at: string; refreshed_at: string; ip: string; user_agent: string; is_current: boolean }[] };
      make_calendar_link: { Args: Record<never, never>; Returns: { path: string | null; created_at: string | null } };
      make_recovery_codes: { Args: Record<never, never>; Returns: { codes: string[] } };
      market_activity: { Args: { days?: number }; Returns: { day: string; members: number; projects: number; proposals: number; messages: number }[] };
      market_overview: { Args: Record<never, never>; Returns: { professionals: number; companies: number; blocked: number; projects_open: number; projects_total: number; proposals_total: number; contracts_active: number; contracts_completed: number; messages_total: number; reports_open: number }[] };
      match_professionals: { Args: { project_id: string; limit?: number }; Returns: { id: string; score: number; reasons: Json; gaps: Json }[] };
      match_project: { Args: { project_id: string; professional_id?: string }; Returns: { id: string; score: number; reasons: Json; gaps: Json }[] };
      match_projects: { Args: { limit?: number; professional_id?: string }; Returns: { id: string; score: number; reasons: Json; gaps: Json }[] };
      money_balance: { Args: Record<never, never>; Returns: { available: number; held: number } };
      money_desk: { Args: Record<never, never>; Returns: { held_cents: number; held: number; available_cents: number; contested_cents: number; owed_cents: number; fee_cents: number; fee_months: { month: string; cents: number }[]; differences: number; payouts_waiting: number; payouts_waiting_cents: number; payouts_failed: number; orders_failing: number; disputes: number; oldest_dispute_at: string | null; declared: number; declared_cents: number; refused_receipts: number; refused_cents: number; overdue: number; overdue_cents: number; compared_at: string | null; compared_charges: number; is_compared_wholly: boolean } };
      my_activity: { Args: { days?: number; party?: string }; Returns: { day: string; views: number; proposals: number; projects: number }[] };
      my_project_figures: { Args: { party?: string }; Returns: { status: string; projects: number; proposals: number }[] };
      my_turn: { Args: { party?: string }; Returns: { kind: string; due_at: string; since: string; contract_id: string; project_id: string; subject_id: string; milestone_id: string; number: number; title: string; part: string; partner: string; what: string; count: number; value_cents: number; partner_id: string; matter: string; may_defer: boolean; deferred_until: string; is_early: boolean }[] };
      open_dispute: { Args: { milestone_id: string; reason: string; professional_percent: number | null; evidence?: { kind: string; id?: string; name?: string }[] }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      open_receiver: { Args: { party_id: string; birth_on?: string; company_type?: string; monthly_income?: Json; phone?: string; postal_code?: string; address?: string; address_number?: string; complement?: string; district?: string }; Returns: { party_id: string; status: string; onboarding_url: string | null; reason: string | null } };
      pass_time: { Args: { days: number }; Returns: { as_of: string } };
      preview_scope: { Args: { scope: { model: string; version?: number; answers: Record<string, Json> } }; Returns: { text: string; clarity: number; missing: { field: string; title: string; why: string }[] } };
      print_amendment_document: { Args: { amendment_id: string }; Returns: { name: string; content: string } };
      print_checklist_document: { Args: { checklist_id: string }; Returns: { name: string; content: string } };
      print_contract_document: { Args: { contract_id: string }; Returns: { name: string; content: string } };
      print_dispute_document: { Args: { dispute_id: string }; Returns: { name: string; content: string } };
      print_fee_receipt: { Args: { milestone_id: string }; Returns: { name: string; content: string } };
      print_scope: { Args: { project_id: string }; Returns: { name: string; content: string } };
      propose_amendment: { Args: { contract_id: string; title: string; description: string; hours?: number | null; price: Json; shift_days?: number; reason: string }; Returns: { id: string; label: string; status: string; contract_id: string; contract_status: string; milestone_id: string | null } };
      propose_split: { Args: { dispute_id: string; professional_percent: number | null; note?: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      propose_termination: { Args: { contract_id: string; reason: string; reopen?: boolean | null; settlement?: { milestone_id: string; professional_percent: number }[] }; Returns: { id: string; status: string; termination: string } };
      prove_withheld: { Args: { proof_id: string; reference: string; file_id: string }; Returns: { id: string; milestone_id: string; status: string; round: number; value: Json } };
      publish_clarification: { Args: { project_id: string; content: string }; Returns: { id: string } };
      read_calendar_link: { Args: Record<never, never>; Returns: { path: string | null; created_at: string | null } };
      read_checklist_document: { Args: { checklist_id: string }; Returns: { checklist_id: string; contract_id: string; number: number; project: string; company: string; professional: string; milestone: string; kind: string; version: number; status: string; executed_at: string | null; items: { position: number; title: string; expected: string; blocking: boolean; result: string; note: string; files: { name: string; sha256: string }[]; recorded: { side: string; name: string; at: string; as: string } | null; witnessed: { side: string; name: string; at: string; as: string } | null; witness_until: string | null }[]; signatures: { side: string; name: string; at: string }[]; sha256: string; updated_at: string } };
      read_contract_document: { Args: { contract_id: string }; Returns: { contract_id: string; number: number; content: string; sha256: string; is_recorded: boolean; kept_at: string | null; acceptances: { side: string; name: string; at: string; address: string }[] } };
      read_holder: { Args: { party_id: string }; Returns: { party_id: string; name: string; document: string; kind: string; institution: string } };
      read_io_list: { Args: { path: string }; Returns: { rows: number; by_kind: Record<string, number>; errors: { row: number; column: string; code: string }[]; format: string; errors_count: number; others: number } };
      read_sealed_party: { Args: { contract_id: string; reason: string }; Returns: { contract_id: string; parties: { side: string; legal_name: string; document: string | null; email: string; sealed_at: string; keep_until: string }[] } };
      receiver_approved: { Args: { contract_id: string }; Returns: { approved: boolean } };
      reconcile_payments: { Args: Record<never, never>; Returns: { asked: boolean } };
      record_payment: { Args: { milestone_id: string; paid_on: string; receipt?: string; end_to_end_id?: string; note?: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      record_result: { Args: { item_id: string; result: string; note?: string }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      record_withholdings: { Args: { iss_item?: string; labour?: boolean; milestone_id: string; lines: { tax: string; base: Json; rate: Json; value?: Json }[] }; Returns: { milestone_id: string; round: number; status: string; gross: Json; withheld: Json; net: Json; above_law: Json } };
      reference_prices: { Args: { model: string; uf?: string; size?: string }; Returns: Json };
      register_firm: { Args: { kind: string; legal_name: string; document: string; is_simples?: boolean }; Returns: { id: string; kind: string; legal_name: string; document: string; is_simples: boolean } };
      remove_member: { Args: { organisation_id: string; person_id: string }; Returns: { organisation_id: string; person_id: string } };
      remove_push_device: { Args: Record<never, never>; Returns: { removed: boolean } };
      reopen_proposal: { Args: { proposal_id: string }; Returns: { id: string; status: string } };
      report_content: { Args: { kind: string; subject_id: string; reason: string; details: string }; Returns: { number: number } };
      request_adjustments: { Args: { contract_id?: string; milestone_id?: string; reason: string }; Returns: { id: string; status: string; contract_id: string; contract_status: string } };
      request_correction: { Args: { party_id: string; kind: string; document: string; reason: string }; Returns: { id: string; status: string } };
      request_payout: { Args: { value: Json; pix_key: string; password?: string; party_id?: string | null }; Returns: { id: string; status: string; value: Json } };
      response_figures: { Args: { professional: string }; Returns: { invitations: number; answered: number; median_hours: number }[] };
      resume_turn: { Args: { party_id: string; kind: string; matter: string }; Returns: { matter: string } };
      retry_order: { Args: { order_id: string }; Returns: { id: string; state: string } };
      revise_checklist: { Args: { checklist_id: string; version: number; items: { title: string; expected?: string; blocking?: boolean }[] }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      revise_proposal: { Args: { proposal_id: string; terms: number; value?: Json; travel?: Json; milestones?: Json; deadline_days?: number | null; valid_until?: string | null; assumptions?: string | null; exclusions?: string | null; note?: string }; Returns: { id: string; status: string; terms: number; number: number } };
      revoke_invitation: { Args: { invitation_id: string }; Returns: { id: string; status: string } };
      search_conversation: { Args: { partner_id: string; words: string }; Returns: { message_id: string; timestamp: string }[] };
      search_messages: { Args: { words: string }; Returns: { message_id: string; partner_id: string; from_id: string; excerpt: string; timestamp: string }[] };
      send_invoice: { Args: { milestone_id: string; kind?: string; file_id?: string; access_key?: string; number?: string; verification_code?: string; issued_on?: string; value?: Json; provider_document?: string; taker_document?: string }; Returns: { id: string; milestone_id: string; version: number; status: string; differences: string[] } };
      send_message: { Args: { client_id: string; from_id?: string; to_id: string; content: string; party_id?: string; quotes_id?: string; files?: { path: string; name: string }[] }; Returns: { id: string; timestamp: string } };
      set_project_files: { Args: { project_id: string; files: { path: string; name: string; audience: string }[] }; Returns: { id: string; files: number; bytes: number } };
      sign_checklist: { Args: { checklist_id: string; version: number }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      simulate_pix: { Args: { txid: string; event: string }; Returns: { txid: string } };
      start_checklist: { Args: { milestone_id: string; kind: string; template?: string; items?: { title: string; expected?: string; blocking?: boolean }[]; holds_clock?: boolean }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      start_contract: { Args: { contract_id: string }; Returns: { id: string; status: string } };
      suggest_cities: { Args: { words: string; in_state?: string }; Returns: { code: number; name: string; state: string }[] };
      suggest_technologies: { Args: { text: string; limit?: number }; Returns: { slug: string; name: string; vendor: string; family: string }[] };
      suggest_withholdings: { Args: { iss_item?: string; labour?: boolean; milestone_id: string; iss_rate?: Json }; Returns: { payee: string; gross: Json; lines: { tax: string; base: Json; rate: Json; value?: Json }[]; caps: { tax: string; rate: Json; base: Json }[]; iss_items: { item: string; description: string }[] } };
      track_records: { Args: { profile_ids: string[] }; Returns: { profile_id: string; contracts_completed: number; contracts_ended_early: number; contracts_withdrawn: number; contracts_in_dispute: number; on_time_percent: number; paid_on_time_percent: number; axes: Json }[] };
      transfer_ownership: { Args: { organisation_id: string; person_id: string }; Returns: { organisation_id: string; owner_id: string; role: string } };
      undo_decline: { Args: { proposal_id: string }; Returns: { id: string; status: string } };
      verify_ledger: { Args: Record<never, never>; Returns: { balanced: boolean; chained: boolean; entries: number } };
      view_invitation: { Args: { token: string }; Returns: { organisation_id: string; organisation: string; side: string; role: string; email: string; expires_at: string; is_open: boolean } };
      view_profile: { Args: { profile_id: string }; Returns: { counted: boolean } };
      waiting_contracts: { Args: { party?: string }; Returns: { contract_id: string; turns: number }[] };
      withdraw_amendment: { Args: { amendment_id: string }; Returns: { id: string; label: string; status: string; contract_id: string; contract_status: string; milestone_id: string | null } };
      withdraw_contract: { Args: { contract_id: string; reason: string; reopen?: boolean | null }; Returns: { id: string; status: string } };
      withdraw_correction: { Args: { correction_id: string }; Returns: { id: string; status: string } };
      withdraw_counter: { Args: { proposal_id: string }; Returns: { id: string; status: string; terms: number; number: number } };
      withdraw_dispute: { Args: { dispute_id: string }; Returns: { id: string; status: string; milestone_id: string; milestone_status: string } };
      withdraw_owner_removal: { Args: { removal_id: string }; Returns: { id: string; status: string; takes_effect_at: string } };
      withdraw_proposal: { Args: { proposal_id: string }; Returns: { id: string; status: string } };
      withdraw_termination: { Args: { contract_id: string }; Returns: { id: string; status: string; termination: string } };
      witness_results: { Args: { checklist_id: string; version: number; item_ids?: string[] }; Returns: { id: string; status: string; version: number; is_executed: boolean; milestone_id: string; milestone_status: string; is_blocked: boolean; is_paused: boolean; awaits_witness: boolean } };
      write_scope: { Args: { project_id: string; revision?: number }; Returns: { text: string; clarity: number; missing: { field: string; title: string; why: string }[] } };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

type InSchema = { schema: keyof Database };

type Default = { schema: "public" };

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
  public: { Enums: {} },
} as const;
