// `/mcp` over HTTP: credentials, origins, methods and both eras of the protocol.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { addBot } from '../../../tests/harness/work/claimed-run.ts'
import { McpClient, mcpWithKey, mcpWithToken } from '../../../tests/harness/work/mcp-client.ts'
import { createOriginCheck, type OwnHosts } from './origin-check.ts'

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('credentials', () => {
  test('none and a wrong one are rejected before the body is read', async () => {
    const { tenant } = await newTenant()
    for (const headers of [
      {},
      { authorization: 'Bearer agt_wrong' },
      { authorization: `Bearer ${tenant.key}` },
      { 'x-api-key': 'wrong' },
    ]) {
      const { status, headers: sent, body } = await new McpClient(tenant.host, headers).send('{')
      assert.equal(status, 401)
      assert.equal(
        sent['www-authenticate'],
        'authorization' in headers || !('x-api-key' in headers)
          ? 'Bearer'
          : 'ApiKey realm="api", header="X-API-Key"',
      )
      assert.match(body.code, /unauthenticated$/)
    }
  })

  test('of another tenant are rejected', async () => {
    const [mine, other] = [await newTenant(), await newTenant()]
    await addBot(mine)
    const { credential } = await mcpWithToken(mine)
    const elsewhere = [credential, mcpWithKey(mine).credential]
    for (const sent of elsewhere) {
      assert.equal((await new McpClient(other.tenant.host, sent).send(listTools)).status, 401)
    }
  })

  test('a revoked token is rejected', async () => {
    const client = await newTenant()
    await addBot(client)
    const mcp = await mcpWithToken(client)
    assert.equal((await mcp.request('tools/list')).status, 200)
    await client.call('agents.remove', { params: { agent: 'bot' } })
    const end = Date.now() + 5_000
    while ((await mcp.request('tools/list')).status !== 401) assert.ok(Date.now() < end)
  })
})

describe('the protocol', () => {
  test('of 2026 is served without a handshake', async () => {
    const mcp = mcpWithKey(await newTenant())
    const { body } = await mcp.request('server/discover')
    assert.ok(body.result.supportedVersions.includes('2026-07-28'), JSON.stringify(body))
    assert.ok((await mcp.tools()).includes('claim_task'))
  })

  test('of 2025 is served with its handshake, and without a session', async () => {
    const mcp = mcpWithKey(await newTenant())
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const opened = await mcp.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    assert.equal(opened.status, 200, opened.text)
    assert.match(opened.text, /"protocolVersion":"2025-11-25"/)
    assert.equal(opened.headers['mcp-session-id'], undefined)
    const listed = await mcp.send(listTools, { 'mcp-protocol-version': '2025-11-25' })
    assert.match(listed.text, /"claim_task"/)
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    assert.equal((await mcp.send(note)).status, 202)
  })

  test('headers must say what the body says', async () => {
    const mcp = mcpWithKey(await newTenant())
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = { ...listTools, params: { _meta: meta } }
    const right = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    assert.equal((await mcp.send(body, right)).status, 200)
    for (const wrong of [
      { 'mcp-method': 'tools/call' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const { status, body: answer } = await mcp.send(body, { ...right, ...wrong })
      assert.deepEqual([status, answer.error.code], [400, -32_020])
    }
  })

  test('neither a batch nor a stream is served', async () => {
    const mcp = mcpWithKey(await newTenant())
    assert.equal((await mcp.send([listTools])).status, 400)
    const listen = await mcp.request('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    assert.deepEqual([listen.status, listen.body.error.code, listen.body.id], [404, -32_601, 1])
  })
})

test('methods other than POST are rejected, and unknown paths below too', async () => {
  const { app } = await testApi()
  const { tenant } = await newTenant()
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    for (const type of [undefined, 'application/json', 'text/plain']) {
      const sent = { ...headers, ...(type && { 'content-type': type }) }
      const answer = await app.inject({ method, url: '/mcp', headers: sent })
      assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, 'POST'], type ?? 'none')
    }
  }
  assert.equal((await app.inject({ method: 'POST', url: '/mcp/other', headers })).statusCode, 404)
})

test('there is no OAuth metadata, and what says so is JSON', async () => {
  const { app } = await testApi()
  const { tenant } = await newTenant()
  for (const name of [
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
    'openid-configuration',
  ]) {
    const answer = await app.inject({
      method: 'GET',
      url: `/.well-known/${name}`,
      headers: { host: tenant.host },
    })
    assert.equal(answer.statusCode, 404, name)
    assert.match(String(answer.headers['content-type']), /json/)
    assert.equal(JSON.parse(answer.body).code, 'route_not_found')
  }
})

function check(own: OwnHosts, origin: string, host: string): boolean {
  try {
    createOriginCheck(own)({ headers: { origin, host } })
    return true
  } catch {
    return false
  }
}

describe('an origin', () => {
  const single = { hostSuffix: null, publicUrl: 'https://tasks.example.com' }
  const many = { hostSuffix: 'tasks.example.com', publicUrl: null }

  test('of this host is accepted', () => {
    assert.ok(check(single, 'https://tasks.example.com', 'tasks.example.com'))
    assert.ok(check(single, 'http://localhost:8001', 'localhost:8001'))
    assert.ok(check(single, 'http://127.0.0.1:8001', '127.0.0.1:8001'))
    assert.ok(check(single, 'http://[::1]:8001', '[::1]:8001'))
    assert.ok(check(many, 'https://acme.tasks.example.com', 'acme.tasks.example.com'))
  })

  test('of another host, port or form is rejected', () => {
    for (const [origin, host] of [
      ['https://evil.example', 'tasks.example.com'],
      ['https://evil.example', 'evil.example'],
      ['https://tasks.example.com:444', 'tasks.example.com'],
      ['http://localhost:9999', 'localhost:8001'],
      ['null', 'localhost:8001'],
      ['file://', 'localhost:8001'],
      ['https://tasks.example.com@evil.example', 'evil.example'],
      ['https://tasks.example.com.evil.example', 'tasks.example.com.evil.example'],
      ['', 'localhost:8001'],
    ] as const) {
      assert.equal(check(single, origin, host), false, `${origin} to ${host}`)
    }
    assert.equal(check(many, 'https://evil.example', 'evil.example'), false)
    assert.equal(check(many, 'https://a.b.tasks.example.com', 'a.b.tasks.example.com'), false)
  })

  test('that is rejected is answered with 403', async () => {
    const mcp = mcpWithKey(await newTenant())
    const { status, body } = await mcp.send(listTools, { origin: 'https://evil.example' })
    assert.deepEqual([status, body.code], [403, 'origin_not_allowed'])
  })
})
