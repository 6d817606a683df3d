/** Two servers that people use: files and a memory. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesystem, memory } from '../mcp/support/peers.ts'
import { ServersUnderTest } from '../mcp/support/servers-under-test.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

it('reads and writes files, and asks before it writes over one', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'One.\n')
  const here = new ServersUnderTest({ fs: filesystem(folder) }, { cwd: folder })
  onTestFinished(() => here.close())

  const tools = await here.servers.tools()
  expect(Object.fromEntries(tools.map(({ name, effect, approval }) => [name, `${effect}, ${approval}`]))).toEqual({
    'fs.read_file': 'pure, never',
    'fs.read_text_file': 'pure, never',
    'fs.read_media_file': 'pure, never',
    'fs.read_multiple_files': 'pure, never',
    'fs.write_file': 'idempotent, first-use',
    'fs.edit_file': 'once, first-use',
    'fs.create_directory': 'idempotent, never',
    'fs.list_directory': 'pure, never',
    'fs.list_directory_with_sizes': 'pure, never',
    'fs.directory_tree': 'pure, never',
    'fs.move_file': 'once, first-use',
    'fs.search_files': 'pure, never',
    'fs.get_file_info': 'pure, never',
    'fs.list_allowed_directories': 'pure, never',
  })

  expect(await here.call('fs.read_text_file', { path: join(folder, 'a.txt') })).toMatchObject({
    text: 'One.\n',
    data: { content: 'One.\n' },
  })
  await here.call('fs.write_file', { path: join(folder, 'b.txt'), content: 'Two.' })
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('Two.')
  expect(await here.call('fs.read_text_file', { path: '/etc/passwd' })).toMatchObject({
    text: expect.stringContaining('Access denied'),
    error: true,
  })
})

it('remembers what it is told', async () => {
  const file = join(temporaryFolder(), 'memory.json')
  const here = new ServersUnderTest({ graph: { ...memory(file), tools: ['create_*', 'search_*'] } })
  onTestFinished(() => here.close())
  expect(await here.names()).toEqual(['graph.create_entities', 'graph.create_relations', 'graph.search_nodes'])

  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }]
  await here.call('graph.create_entities', { entities })
  expect(await here.call('graph.search_nodes', { query: 'programs' })).toMatchObject({
    data: { entities, relations: [] },
  })
  expect(readFileSync(file, 'utf8')).toContain('Ada')
})
