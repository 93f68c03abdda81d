-- Photos of projects have four widths, so that phones needn't load 960 px.

create or replace function private.is_picture(picture jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    private.is_within_limits(picture -> 'files', 'array', 1, 4) and private.is_within_limits(picture -> 'widths', 'array', 1, 4)
    and jsonb_path_query_first(picture, '$.files.size()') = jsonb_path_query_first(picture, '$.widths.size()')
    and (select bool_and((f #>> '{}' ~ '^[0-9a-f]{64}\.(webp|jpg)$') is true) from jsonb_path_query(picture, '$.files[*]') f)
    and (select bool_and(private.is_within_limits(w, 'number', 1, 10000)) from jsonb_path_query(picture, '$.widths[*]') w)
    and private.is_within_limits(picture -> 'width', 'number', 1, 10000)
    and private.is_within_limits(picture -> 'height', 'number', 1, 10000)
    and picture ->> 'placeholder' ~ '^#[0-9a-f]{6}$', false)
$$;
