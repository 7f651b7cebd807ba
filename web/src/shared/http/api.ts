/** The types of calls, taken from the generated API document: a wrong path or field name is an error of `tsc`. */
import type { CallOptions, Client } from './client'
import type { components, paths } from './generated/schema'
import type { Param, Params } from './query'

export type Method = 'get' | 'post' | 'delete'

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never

/** Rows of declared resources always have all their fields; the document does not say so. */
type Complete<T> = T extends readonly (infer U)[]
  ? Complete<U>[]
  : T extends object
    ? string extends keyof T
      ? unknown
      : { [K in keyof T]-?: Complete<T[K]> }
    : T

/** A field that the document does not require may be null as well as absent. */
type Answered<T> = T extends readonly (infer U)[]
  ? Answered<U>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [K in keyof T]: unknown extends T[K] ? T[K] : AnsweredField<T[K]> }
    : T
type AnsweredField<T> = undefined extends T ? Answered<NonNullable<T>> | null | undefined : Answered<T>

/** The lists and rows of declared resources are always there, too; the document marks them as optional. */
type Whole<T> = T extends { list?: (infer R)[] }
  ? undefined extends T['list']
    ? Omit<T, 'list'> & { list: Complete<R>[] }
    : Answered<T>
  : T extends { row?: infer R }
    ? undefined extends T['row']
      ? Omit<T, 'row'> & { row: Complete<NonNullable<R>> }
      : Answered<T>
    : Answered<T>

/** What an answer holds under this name of the document. */
export type Schema<Name extends keyof components['schemas']> = Answered<components['schemas'][Name]>

/** An answer without its refusals, which the client throws as errors. */
type Success<A> = Exclude<A, components['schemas']['Refusal']>

/** The `data` of a success; `unknown` where the document has no type for it, as in answers that carry nothing. */
export type DataOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: { content: infer C } } }
    ? Success<C[keyof C]> extends { data?: infer D }
      ? unknown extends D
        ? unknown
        : Whole<NonNullable<D>>
      : unknown
    : unknown

/**
 * Bodies in the document name every field with a default as required; here none is, and null leaves one out.
 * A name that the document does not have is an error all the same.
 */
type Sent<T> = T extends readonly (infer U)[]
  ? readonly Sent<U>[]
  : T extends object
    ? string extends keyof T
      ? Readonly<Record<string, unknown>>
      : { readonly [K in keyof T]?: Sent<T[K]> | null } & {
          readonly command_id?: string
          readonly version?: number
        }
    : T

/** What a call sends; anything where the document has no type for it. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: { content: infer C } }
    ? C[keyof C] extends infer B
      ? Sent<B>
      : never
    : unknown

/** The parameters in an address: `ids[]` of the document is the list `ids` here. */
export type QueryOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Q } }
    ? [NonNullable<Q>] extends [never]
      ? Params
      : { [K in keyof NonNullable<Q> as K extends `${infer Name}[]` ? Name : K]?: Param }
    : Params

/** A client whose calls are checked against the document. */
export interface Api {
  get<P extends PathOf<'get'>>(
    path: P,
    params?: QueryOf<P, 'get'>,
    signal?: AbortSignal,
  ): Promise<DataOf<P, 'get'>>
  post<P extends PathOf<'post'>>(
    path: P,
    body?: BodyOf<P, 'post'>,
    options?: CallOptions,
  ): Promise<DataOf<P, 'post'>>
  del<P extends PathOf<'delete'>>(
    path: P,
    params: QueryOf<P, 'delete'>,
    options?: CallOptions,
  ): Promise<DataOf<P, 'delete'>>
}

/** The same client, for paths that are known when the app is built. */
export const typed = (client: Client): Api => client as Api
