export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      enquiries: {
        Row: {
          attempted_at: string | null
          created_at: string
          delivered_at: string | null
          delivery: string
          domain: string
          email: string
          id: string
          kind: string
          message: string
          name: string
          note: string
          phone: string
          photo_set: string | null
          photos: NonNullable<Json>
          source: string
          status: string | null
          status_changes: NonNullable<Json>
          subject: string
        }
        ComputedFields: never
        Insert: {
          attempted_at?: string | null
          created_at?: string
          delivered_at?: string | null
          delivery?: string
          domain?: string
          email: string
          id?: string
          kind: string
          message: string
          name?: string
          note?: string
          phone?: string
          photo_set?: string | null
          photos?: NonNullable<Json>
          source?: string
          status?: string | null
          status_changes?: NonNullable<Json>
          subject?: string
        }
        Update: {
          attempted_at?: string | null
          created_at?: string
          delivered_at?: string | null
          delivery?: string
          domain?: string
          email?: string
          id?: string
          kind?: string
          message?: string
          name?: string
          note?: string
          phone?: string
          photo_set?: string | null
          photos?: NonNullable<Json>
          source?: string
          status?: string | null
          status_changes?: NonNullable<Json>
          subject?: string
        }
        Relationships: []
      }
      projects: {
        Row: {
          address: string | null
          built_in: boolean
          deleted_at: string | null
          draft: Json | null
          fields: NonNullable<Json>
          id: string
          position: number | null
          published: Json | null
          published_at: string | null
          published_draft: Json | null
          status: string
          updated_at: string
          updated_by: string
          version: number
        }
        ComputedFields: never
        Insert: {
          address?: string | null
          built_in?: boolean
          deleted_at?: string | null
          draft?: Json | null
          fields?: NonNullable<Json>
          id: string
          position?: number | null
          published?: Json | null
          published_at?: string | null
          published_draft?: Json | null
          status?: string
          updated_at?: string
          updated_by?: string
          version?: number
        }
        Update: {
          address?: string | null
          built_in?: boolean
          deleted_at?: string | null
          draft?: Json | null
          fields?: NonNullable<Json>
          id?: string
          position?: number | null
          published?: Json | null
          published_at?: string | null
          published_draft?: Json | null
          status?: string
          updated_at?: string
          updated_by?: string
          version?: number
        }
        Relationships: []
      }
      publication_items: {
        Row: {
          alt: string
          built_in: string | null
          files: string[] | null
          height: number | null
          kind: string
          place: string
          placeholder: string | null
          position: number
          publication_id: number
          video: string | null
          width: number | null
          widths: number[] | null
        }
        ComputedFields: never
        Insert: {
          alt?: string
          built_in?: string | null
          files?: string[] | null
          height?: number | null
          kind: string
          place: string
          placeholder?: string | null
          position: number
          publication_id: number
          video?: string | null
          width?: number | null
          widths?: number[] | null
        }
        Update: {
          alt?: string
          built_in?: string | null
          files?: string[] | null
          height?: number | null
          kind?: string
          place?: string
          placeholder?: string | null
          position?: number
          publication_id?: number
          video?: string | null
          width?: number | null
          widths?: number[] | null
        }
        Relationships: [
          {
            foreignKeyName: 'publication_items_publication_id_fkey'
            columns: ['publication_id']
            isOneToOne: false
            referencedRelation: 'publications'
            referencedColumns: ['id']
          },
        ]
      }
      publications: {
        Row: {
          deleted_items: number
          id: number
          published_at: string
          published_by: string | null
          publisher: string
        }
        ComputedFields: never
        Insert: {
          deleted_items?: number
          id?: number
          published_at?: string
          published_by?: string | null
          publisher?: string
        }
        Update: {
          deleted_items?: number
          id?: number
          published_at?: string
          published_by?: string | null
          publisher?: string
        }
        Relationships: []
      }
      review_invitations: {
        Row: {
          answered_at: string | null
          created_at: string
          delivery: string
          earlier_token_hashes: string[]
          email: string
          expires_at: string
          id: string
          location: string
          name: string
          review_id: string | null
          sent_at: string | null
          token_hash: string
          withdrawn_at: string | null
        }
        ComputedFields: never
        Insert: {
          answered_at?: string | null
          created_at?: string
          delivery?: string
          earlier_token_hashes?: string[]
          email: string
          expires_at?: string
          id?: string
          location?: string
          name: string
          review_id?: string | null
          sent_at?: string | null
          token_hash: string
          withdrawn_at?: string | null
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          delivery?: string
          earlier_token_hashes?: string[]
          email?: string
          expires_at?: string
          id?: string
          location?: string
          name?: string
          review_id?: string | null
          sent_at?: string | null
          token_hash?: string
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'review_invitations_review_id_fkey'
            columns: ['review_id']
            isOneToOne: true
            referencedRelation: 'reviews'
            referencedColumns: ['id']
          },
        ]
      }
      reviews: {
        Row: {
          approval_hash: string
          caught_as_spam: boolean
          created_at: string
          email: string
          id: string
          location: string
          moderated_at: string | null
          moderated_by: string | null
          name: string
          rating: number
          reason: string | null
          reason_note: string
          replied_at: string | null
          reply: string
          reply_claimed_at: string | null
          reply_failed_at: string | null
          reply_sent_at: string | null
          search_text: string
          source: string
          status: string
          text: string
          thanked_at: string | null
          thanks_claimed_at: string | null
          thanks_failed_at: string | null
          title: string | null
          verified: boolean
          withdrawn_at: string | null
        }
        ComputedFields: never
        Insert: {
          approval_hash?: string
          caught_as_spam?: boolean
          created_at?: string
          email: string
          id?: string
          location: string
          moderated_at?: string | null
          moderated_by?: string | null
          name: string
          rating: number
          reason?: string | null
          reason_note?: string
          replied_at?: string | null
          reply?: string
          reply_claimed_at?: string | null
          reply_failed_at?: string | null
          reply_sent_at?: string | null
          search_text?: never
          source?: string
          status?: string
          text: string
          thanked_at?: string | null
          thanks_claimed_at?: string | null
          thanks_failed_at?: string | null
          title?: string | null
          verified?: boolean
          withdrawn_at?: string | null
        }
        Update: {
          approval_hash?: string
          caught_as_spam?: boolean
          created_at?: string
          email?: string
          id?: string
          location?: string
          moderated_at?: string | null
          moderated_by?: string | null
          name?: string
          rating?: number
          reason?: string | null
          reason_note?: string
          replied_at?: string | null
          reply?: string
          reply_claimed_at?: string | null
          reply_failed_at?: string | null
          reply_sent_at?: string | null
          search_text?: never
          source?: string
          status?: string
          text?: string
          thanked_at?: string | null
          thanks_claimed_at?: string | null
          thanks_failed_at?: string | null
          title?: string | null
          verified?: boolean
          withdrawn_at?: string | null
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      abandon_restore: { Args: Record<PropertyKey, never>; Returns: boolean }
      admin_access: { Args: Record<PropertyKey, never>; Returns: string }
      admin_exists: { Args: Record<PropertyKey, never>; Returns: boolean }
      admin_portfolio: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          built_in: boolean
          cover: string
          deleted_at: string
          has_changes: boolean
          id: string
          location: string
          position: number
          status: string
          title: string
          version: number
        }[]
      }
      approved_review_summary: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['CompositeTypes']['review_summary']
        SetofOptions: {
          from: '*'
          to: 'review_summary'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      approved_reviews: {
        Args: { p_before?: string; p_before_id?: string }
        Returns: {
          created_at: string
          id: string
          location: string
          name: string
          rating: number
          replied_at: string
          reply: string
          source: string
          text: string
          title: string
          verified: boolean
        }[]
      }
      backup_page: { Args: { p_after?: Json; p_table: string }; Returns: Json }
      backup_state: { Args: Record<PropertyKey, never>; Returns: Json }
      begin_restore: { Args: { p_manifest: string }; Returns: undefined }
      claim_build: {
        Args: { p_is_admin?: boolean; p_is_extra?: boolean; p_page?: number; p_settings: Json; p_version?: Json }
        Returns: Json
      }
      claim_enquiry: {
        Args: { p_id: string }
        Returns: {
          attempted_at: string | null
          created_at: string
          delivered_at: string | null
          delivery: string
          domain: string
          email: string
          id: string
          kind: string
          message: string
          name: string
          note: string
          phone: string
          photo_set: string | null
          photos: NonNullable<Json>
          source: string
          status: string | null
          status_changes: NonNullable<Json>
          subject: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'enquiries'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      claim_reply: {
        Args: { p_id: string; p_token_hash: string }
        Returns: {
          email: string
          name: string
          reply: string
          text: string
        }[]
      }
      claim_thanks: { Args: { p_id: string; p_token_hash?: string }; Returns: string[] }
      claim_unused_site_media: { Args: { p_lease?: string }; Returns: string[] }
      delete_enquiry_photo: { Args: { p_name: string }; Returns: undefined }
      delete_image_permanently: { Args: { p_files: string[] }; Returns: undefined }
      delete_permanently: { Args: { p_project?: string; p_publication?: number }; Returns: undefined }
      delete_project: { Args: { p_id: string }; Returns: undefined }
      delete_reviews: { Args: { p_ids: string[] }; Returns: string[] }
      end_sessions: { Args: { p_user: string }; Returns: undefined }
      enquiry_page: {
        Args: { p_before?: string; p_before_id?: string; p_filter?: string; p_limit?: number; p_search?: string }
        Returns: Database['public']['CompositeTypes']['enquiry_page']
        SetofOptions: {
          from: '*'
          to: 'enquiry_page'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      expired_enquiry_photos: { Args: { p_deleted?: string[] }; Returns: string[] }
      find_user: {
        Args: { p_email: string }
        Returns: {
          id: string
          invited_without_role: boolean
        }[]
      }
      finish_restore: { Args: { p_manifest: string }; Returns: undefined }
      hit_rate_limit: {
        Args: { p_bucket: string; p_limit: number; p_window_seconds: number }
        Returns: {
          allowed: boolean
          remaining: number
          retry_after: number
        }[]
      }
      invitation_page: {
        Args: { p_before?: string; p_before_id?: string; p_limit?: number; p_search?: string }
        Returns: Database['public']['CompositeTypes']['invitation_page']
        SetofOptions: {
          from: '*'
          to: 'invitation_page'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_last_admin: { Args: { p_user: string }; Returns: boolean }
      is_restoring: { Args: Record<PropertyKey, never>; Returns: boolean }
      missing_site_media: { Args: { p_names: string[] }; Returns: string[] }
      moderate_reviews: {
        Args: { p_from: string; p_ids: string[]; p_note?: string; p_reason?: string; p_to: string }
        Returns: string[]
      }
      moderation_counts: {
        Args: { p_search?: string }
        Returns: Database['public']['CompositeTypes']['moderation_counts']
        SetofOptions: {
          from: '*'
          to: 'moderation_counts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      moderation_page: {
        Args: { p_before?: string; p_before_id?: string; p_limit?: number; p_search?: string; p_status: string }
        Returns: {
          caught_as_spam: boolean
          created_at: string
          email: string
          id: string
          location: string
          moderated_at: string
          name: string
          rating: number
          reason: string
          reason_note: string
          replied_at: string
          reply: string
          reply_failed_at: string
          reply_sent_at: string
          source: string
          text: string
          thanked_at: string
          thanks_failed_at: string
          title: string
          verified: boolean
          withdrawn_at: string
        }[]
      }
      order_portfolio: { Args: { p_built_in: string[]; p_ids: string[] }; Returns: undefined }
      project_history: {
        Args: { p_project: string }
        Returns: {
          by_whom: string
          deleted: number
          draft: Json
          happened_at: string
          id: number
          what: string
        }[]
      }
      publication_history: {
        Args: Record<PropertyKey, never>
        Returns: {
          deleted: number
          id: number
          items: Json
          published_at: string
          publisher: string
        }[]
      }
      publish: { Args: { p_items: Json; p_replaces: number }; Returns: number }
      publish_project: { Args: { p_address: string; p_content: Json; p_id: string; p_version: number }; Returns: Json }
      published_project: { Args: { p_id: string }; Returns: Json }
      record_failed_build: { Args: { p_may_build: boolean; p_order: number }; Returns: Json }
      release_rate_limit: { Args: { p_bucket: string }; Returns: undefined }
      require_two_factor: { Args: { p_required: boolean }; Returns: string }
      reserve_enquiry_photo: {
        Args: { p_height: number; p_set: string; p_sha256: string; p_size: number; p_width: number }
        Returns: undefined
      }
      restore_project: { Args: { p_id: string }; Returns: undefined }
      restore_rows: { Args: { p_manifest: string; p_rows: string[]; p_table: string }; Returns: undefined }
      review_invitation: { Args: { p_token: string }; Returns: Json }
      review_withdrawal: { Args: { p_token: string }; Returns: Json }
      save_enquiry_note: { Args: { p_id: string; p_note: string; p_seen: string }; Returns: string }
      save_project: { Args: { p_browser: string; p_changes: Json; p_id: string; p_seen: number }; Returns: Json }
      save_review_reply: { Args: { p_id: string; p_reply: string; p_seen: string }; Returns: string }
      set_project_status: { Args: { p_built_in?: boolean; p_id: string; p_status: string }; Returns: undefined }
      site: { Args: { p_changed?: number; p_known?: number }; Returns: Json }
      submit_invited_review: {
        Args: {
          p_email: string
          p_location: string
          p_name: string
          p_rating: number
          p_source: string
          p_text: string
          p_token: string
        }
        Returns: {
          approval_hash: string
          id: string
          verified: boolean
        }[]
      }
      two_factor_required_since: { Args: Record<PropertyKey, never>; Returns: string }
      two_factor_wait: { Args: { p_factor: string }; Returns: number }
      waiting_counts: {
        Args: { p_overdue?: string }
        Returns: Database['public']['CompositeTypes']['waiting_counts']
        SetofOptions: {
          from: '*'
          to: 'waiting_counts'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      withdraw_review: {
        Args: { p_token: string }
        Returns: {
          email: string
          location: string
          name: string
          text: string
          was_published: boolean
        }[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      enquiry_page: {
        total: number | null
        enquiries: Json | null
        counts: Json | null
      }
      invitation_page: {
        total: number | null
        invitations: Json | null
      }
      moderation_counts: {
        pending: number | null
        approved: number | null
        rejected: number | null
      }
      review_summary: {
        count: number | null
        average: number | null
        numbers: Json | null
      }
      waiting_counts: {
        reviews: number | null
        enquiries: number | null
        emails: number | null
        thanks: number | null
        invitations: number | null
        build: Json | null
        published: number | null
        deleted: number | null
        newest: Json | null
        overdue: number | null
      }
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
