import openapi, { astToString } from 'openapi-typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { compact } from '../scripts/compact.mjs'

const LIST = {
  parameters: [
    { name: 'page', in: 'query', description: 'From 1', schema: { type: 'integer', format: 'int64' } },
    { name: 'quickSearch', in: 'query', schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: 'An envelope',
      content: {
        'application/json; charset=utf-8': {
          schema: {
            oneOf: [
              {
                allOf: [
                  { $ref: '#/components/schemas/Success' },
                  {
                    type: 'object',
                    required: ['data'],
                    properties: { data: { $ref: '#/components/schemas/Brand' } },
                  },
                ],
              },
              { $ref: '#/components/schemas/Refusal' },
            ],
          },
        },
      },
    },
  },
}
const DOCUMENT = {
  openapi: '3.0.0',
  info: { title: 'x', version: '1' },
  paths: Object.fromEntries(
    ['brands', 'units', 'products'].map((name) => [
      `/${name}`,
      { get: { ...LIST, operationId: name, summary: `All ${name}` } },
    ]),
  ),
  components: {
    schemas: {
      Success: { type: 'object', required: ['code'], properties: { code: { type: 'integer', enum: [1] } } },
      Refusal: { type: 'object', required: ['code'], properties: { code: { type: 'integer', enum: [0] } } },
      Brand: {
        type: 'object',
        title: 'Brand',
        description: 'A brand.',
        required: ['id'],
        properties: {
          id: { type: 'integer', format: 'int64' },
          logo: { type: 'string', description: 'A path' },
        },
      },
    },
  },
}

describe('the generated client, made compact', () => {
  let long = ''
  let short = ''
  beforeAll(async () => {
    long = astToString(await openapi(DOCUMENT as never))
    short = compact(long)
  })

  it('loses what is never there', () => {
    expect(long).toContain('?: never;')
    expect(short).not.toContain('?: never;')
    expect(short).not.toContain('[name: string]: unknown')
    expect(short.split('\n').length).toBeLessThan(long.split('\n').length / 2)
  })

  it('keeps paths, summaries, fields and what is said of them', () => {
    for (const kept of [
      '"/units": {',
      '/** All units */',
      'get: operations["units"];',
      '/** @description A brand. */',
      '/** @description A path */',
    ])
      expect(short).toContain(kept)
  })

  it('names the parameters that several operations share once', () => {
    expect(short.match(/parameters: \{ query\?: BrandsQuery \};/g)).toHaveLength(3)
    expect(
      short.match(
        /export interface BrandsQuery \{\n {4}\/\*\* @description From 1 \*\/\n {4}page\?: number;\n {4}quickSearch\?: string;\n\}/g,
      ),
    ).toHaveLength(1)
  })

  it('writes an answer in its envelope on one line', () => {
    expect(short.match(/200: Enveloped<\{ data: components\["schemas"\]\["Brand"\] \}>/g)).toHaveLength(3)
    expect(short.match(/interface Enveloped<T>/g)).toHaveLength(1)
  })
})
