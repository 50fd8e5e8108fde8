-- Keys: the state's own members (epoch and clock), the entries in the order of creation, the last numbers given, and the
-- beginning of the accounts' names.
local state, entries, numbers, accounts = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local ask = cjson.decode(ARGV[1])

local function exact(number) return string.format('%.17g', number) end
-- limiter.lua
local epoch = redis.call('HGET', state, 'epoch')
local function append()
  for index = 2, #ARGV do redis.call('RPUSH', entries, ARGV[index]) end
end
if ask.found and (ask.found.anew or not epoch) then
  epoch = ask.found.epoch
  redis.call('DEL', entries, numbers)
  redis.call('HSET', state, 'epoch', epoch)
  for path, last in pairs(ask.found.numbers) do write(numbers, path, last) end
  append()
end
if not epoch then return { '' } end
local appends = ask.append and ask.epoch == epoch
if appends then append() end

local frozenAt = tonumber(redis.call('HGET', state, 'frozenAt'))
local function member(name) return tonumber(redis.call('HGET', state, name)) or 0 end
if ask.advanceMs then write(state, 'advancedMs', member('advancedMs') + ask.advanceMs) end
if ask.clock == 'freeze' and not frozenAt then
  frozenAt = ask.source
  write(state, 'frozenAt', frozenAt)
elseif ask.clock == 'resume' and frozenAt then
  write(state, 'stoodStillMs', member('stoodStillMs') + ask.source - frozenAt)
  redis.call('HDEL', state, 'frozenAt')
  frozenAt = nil
end
local advancedMs, stoodStillMs = member('advancedMs'), member('stoodStillMs')
local now = (frozenAt or ask.source) - stoodStillMs + advancedMs

local function account(name) return accounts .. epoch .. ':' .. name end
if ask.told then told(account(ask.told.account), ask.told.retryAt) end
local charged = ask.charge and charge(account(ask.charge.account), ask.charge, now) or {}

local number = 0
if ask.number then
  number = (tonumber(redis.call('HGET', numbers, ask.number)) or 0) + 1
  write(numbers, ask.number, number)
end

local from = ask.epoch == epoch and ask.since or 0
return {
  epoch, exact(advancedMs), exact(stoodStillMs), frozenAt and exact(frozenAt) or '',
  exact(number), appends and 'appended' or '', exact(from), redis.call('LRANGE', entries, from, -1), charged,
}
