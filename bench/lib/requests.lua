-- Every variant of the request, made ready before the run; each call sends one of them at random.
-- Arguments: method, file of variants (path, lines "name: value", perhaps "=" with a body, an empty line), file with the body of
-- the others.
local ready = {}

function init(args)
  local method, variants, body_file = args[1], args[2], args[3]
  local file = assert(io.open(body_file, 'r'))
  local body = file:read('*a')
  file:close()
  local path, headers, content
  for line in io.lines(variants) do
    if line == '' then
      if content ~= '' then
        headers['Content-Type'] = 'application/json'
      end
      ready[#ready + 1] = wrk.format(method, path, headers, content ~= '' and content or nil)
      path = nil
    elseif not path then
      path, headers, content = line, {}, body
    elseif line:sub(1, 1) == '=' then
      content = line:sub(2)
    else
      local name, value = line:match('^([^:]+): (.*)$')
      headers[name] = value
    end
  end
  math.randomseed(os.time())
end

function request()
  return ready[math.random(#ready)]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"requests":%d,"duration_us":%d,"p50_us":%d,"p99_us":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout
  ))
end
