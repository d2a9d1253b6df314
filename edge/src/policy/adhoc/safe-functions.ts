// Functions that SQL of others may call: they look at values and at nothing else. All others the file has to name.

const words = (text: string): string[] => text.trim().split(/\s+/)

const BOTH = words(`
  abs avg ceil ceiling char_length character_length coalesce concat concat_ws count date_trunc dense_rank exp
  first_value floor greatest lag last_value lead least left length ln log lower ltrim max min mod nullif now
  octet_length position power rank replace reverse right round row_number rtrim sign sqrt strpos substr substring
  sum trim upper variance stddev ntile`)

export const SAFE_POSTGRES: ReadonlySet<string> = new Set([
  ...BOTH,
  ...words(`
    age array_agg array_length bool_and bool_or btrim date_part every extract initcap json_agg json_build_object
    jsonb_agg jsonb_build_object json_array_length jsonb_array_length like_escape overlay percent_rank
    percentile_cont percentile_disc regexp_replace split_part string_agg timezone to_char to_date to_number
    to_timestamp trunc unnest xmlagg`),
])

export const SAFE_MYSQL: ReadonlySet<string> = new Set([
  ...BOTH,
  ...words(`
    adddate convert curdate current_date current_time current_timestamp date date_add date_format date_sub datediff
    day dayname dayofmonth dayofweek dayofyear exists group_concat hour if ifnull instr json_extract json_length
    json_unquote json_value last_day lcase locate lpad microsecond mid minute month monthname pow quarter rpad
    second str_to_date subdate substring_index timestampdiff truncate ucase unix_timestamp utc_date utc_timestamp
    week weekday year`),
])
