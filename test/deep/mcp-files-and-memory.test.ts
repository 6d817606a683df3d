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
  const here = new ServersUnderTest({ files: filesystem(folder) }, { cwd: folder })
  onTestFinished(() => here.close())

  const tools = await here.servers.tools()
  expect(Object.fromEntries(tools.map(({ name, effect, approval }) => [name, `${effect}, ${approval}`]))).toEqual({
    'files.read_file': 'pure, never',
    'files.read_text_file': 'pure, never',
    'files.read_media_file': 'pure, never',
    'files.read_multiple_files': 'pure, never',
    'files.write_file': 'idempotent, first-use',
    'files.edit_file': 'once, first-use',
    'files.create_directory': 'idempotent, never',
    'files.list_directory': 'pure, never',
    'files.list_directory_with_sizes': 'pure, never',
    'files.directory_tree': 'pure, never',
    'files.move_file': 'once, first-use',
    'files.search_files': 'pure, never',
    'files.get_file_info': 'pure, never',
    'files.list_allowed_directories': 'pure, never',
  })

  expect(await here.call('files.read_text_file', { path: join(folder, 'a.txt') })).toMatchObject({
    text: 'One.\n',
    data: { content: 'One.\n' },
  })
  await here.call('files.write_file', { path: join(folder, 'b.txt'), content: 'Two.' })
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('Two.')
  expect(await here.call('files.read_text_file', { path: '/etc/passwd' })).toMatchObject({
    text: expect.stringContaining('Access denied'),
    error: true,
  })
})

it('remembers what it is told', async () => {
  const file = join(temporaryFolder(), 'memory.json')
  const here = new ServersUnderTest({ memory: { ...memory(file), tools: ['create_*', 'search_*'] } })
  onTestFinished(() => here.close())
  expect(await here.names()).toEqual(['memory.create_entities', 'memory.create_relations', 'memory.search_nodes'])

  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }]
  await here.call('memory.create_entities', { entities })
  expect(await here.call('memory.search_nodes', { query: 'programs' })).toMatchObject({
    data: { entities, relations: [] },
  })
  expect(readFileSync(file, 'utf8')).toContain('Ada')
})
