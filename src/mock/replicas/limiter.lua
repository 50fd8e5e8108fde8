-- The limiter: what limiter.ts and window-counter.ts do in the process, over an account that is kept in Redis, so that
-- whoever counts on it counts atomically. Defines charge(key, ask, now) and told(key, retryAt); expects exact.
local NEVER = -math.huge

local function reader(key)
  return function(field, default)
    return tonumber(redis.call('HGET', key, field)) or default
  end
end

local function write(key, field, value)
  redis.call('HSET', key, field, exact(value))
end

local counters = {}

local function stepped(startOf)
  return function(key, window, now)
    local get, length, limit = reader(key), window.lengthMs, window.limit
    local startField, usedField = window.name .. ' start', window.name .. ' used'
    local start, used = get(startField, NEVER), get(usedField, 0)
    local open = now < start + length
    local remaining = open and math.max(0, limit - used) or limit
    local resetAt = (open and start or startOf(now, length)) + length
    return {
      remaining = remaining,
      resetAt = resetAt,
      acceptsAt = remaining > 0 and now or resetAt,
      take = function()
        if not open then write(key, startField, startOf(now, length)) end
        write(key, usedField, open and used + 1 or 1)
      end,
    }
  end
end

counters.fixed = stepped(function(now) return now end)
counters.aligned = stepped(function(now, length) return now - math.fmod(now, length) end)

-- Each item of the list is "since at count": requests that are counted as if sent at the later time.
function counters.sliding(key, window, now)
  local length, limit, list = window.lengthMs, window.limit, key .. ' ' .. window.name
  local usedField = window.name .. ' used'
  local used = reader(key)(usedField, 0)
  local function item(index)
    local text = redis.call('LINDEX', list, index)
    if not text then return nil end
    local since, at, count = string.match(text, '^(%S+) (%S+) (%S+)$')
    return { since = tonumber(since), at = tonumber(at), count = tonumber(count) }
  end
  local function text(since, at, count)
    return exact(since) .. ' ' .. exact(at) .. ' ' .. exact(count)
  end
  local gone, requests = 0, 0
  local oldest = item(gone)
  while oldest and oldest.at + length <= now do
    gone = gone + 1
    requests = requests + oldest.count
    oldest = item(gone)
  end
  local function freeAt()
    local left, index = used, 0
    local each = item(index)
    while each do
      left = left - each.count
      if left < limit then return each.at + length end
      index = index + 1
      each = item(index)
    end
    return now
  end
  local last = item(-1)
  local remaining = math.max(0, limit - used + requests)
  return {
    remaining = remaining,
    resetAt = math.max(now, (last and last.at or now) + length),
    acceptsAt = remaining > 0 and now or freeAt(),
    take = function()
      redis.call('LTRIM', list, gone, -1)
      write(key, usedField, used + 1 - requests)
      last = item(-1)
      if not last or now - last.since >= window.grainMs then
        redis.call('RPUSH', list, text(now, now, 1))
      else
        redis.call('LSET', list, -1, text(last.since, now, last.count + 1))
      end
    end,
  }
end

function counters.bucket(key, window, now)
  local length, limit = window.lengthMs, window.limit
  local field = window.name .. ' full'
  local fullAt = reader(key)(field, NEVER)
  local missing = math.max(0, fullAt - now)
  local remaining = math.max(0, math.floor(((length - missing) * limit) / length + 1e-6))
  return {
    remaining = remaining,
    resetAt = now + missing,
    acceptsAt = remaining > 0 and now or now + missing - length + length / limit,
    take = function() write(key, field, math.max(fullAt, now) + length / limit) end,
  }
end

local function charge(key, ask, now)
  local get = reader(key)
  local function measure()
    local measures = {}
    for index, window in ipairs(ask.windows) do measures[index] = counters[ask.kind](key, window, now) end
    return measures
  end
  local measures = measure()
  local retryAt = NEVER
  for _, each in ipairs(measures) do retryAt = math.max(retryAt, each.acceptsAt) end
  local bannedUntil = get('bannedUntil', NEVER)
  local kind, banned = 'accepted', 0
  if now < bannedUntil then
    kind, retryAt = 'ban', bannedUntil
  elseif retryAt > now then
    kind = 'limit'
    local disobeyed = get('disobeyed', 0)
    if now < get('retryAt', NEVER) then disobeyed = disobeyed + 1 end
    write(key, 'retryAt', retryAt)
    if ask.banAfter and disobeyed >= ask.banAfter then
      kind, banned, disobeyed = 'ban', 1, 0
      retryAt = math.max(retryAt, now + ask.banMs)
      write(key, 'bannedUntil', retryAt)
    end
    write(key, 'disobeyed', disobeyed)
  else
    write(key, 'disobeyed', 0)
    write(key, 'retryAt', now)
    for _, each in ipairs(measures) do each.take() end
    measures = measure()
  end
  redis.call('PEXPIRE', key, ask.keepMs)
  for _, window in ipairs(ask.windows) do redis.call('PEXPIRE', key .. ' ' .. window.name, ask.keepMs) end
  local reply = { kind, exact(retryAt), exact(banned) }
  for _, each in ipairs(measures) do
    table.insert(reply, exact(each.remaining))
    table.insert(reply, exact(each.resetAt))
    table.insert(reply, exact(each.acceptsAt))
  end
  return reply
end

local function told(key, retryAt)
  local known = tonumber(redis.call('HGET', key, 'retryAt'))
  if known then write(key, 'retryAt', math.min(known, retryAt)) end
end
