import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorScreen } from '@/app/error-screen'
import { RequirePerson, RequireRight, RequireRole } from '@/app/guards'
import type { Reads } from '@/api/request/preloaded'
import type { Role, Deed } from '@/api/session/party'
import type { ROUTES } from '@/lib/routes'

/** A page by its address, its module and the exported component; `reads` are its first queries. */
export function page<Name extends string>(
  path: (typeof ROUTES)[keyof typeof ROUTES] | '*',
  load: () => Promise<Record<Name, ComponentType> & { reads?: Reads }>,
  name: Name,
): RouteObject {
  return {
    path,
    lazy: async () => {
      const module = await load()
      return { Component: module[name], handle: module.reads }
    },
  }
}

/** Pages for signed-in people. */
export function members(...children: RouteObject[]): RouteObject {
  return { element: <RequirePerson />, children: [{ errorElement: <ErrorScreen />, children }] }
}

/** Pages for these roles. */
export function only(roles: readonly Role[], ...children: RouteObject[]): RouteObject {
  return members({ element: <RequireRole roles={roles} />, children })
}

/** Pages for people who hold a right. */
export function who(right: Deed, ...children: RouteObject[]): RouteObject {
  return { element: <RequireRight right={right} />, children }
}
