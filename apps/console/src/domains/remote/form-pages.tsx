import './texts.ts'
import { createRemoteAccess, updateRemoteAccess } from '@longreach/contract/remote/endpoints'
import { editRemoteAccessForm, newRemoteAccessForm } from '@longreach/contract/remote/forms'
import { Navigate } from '@tanstack/react-router'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { AddEntryWindow, EditEntryWindow } from './entry-window.tsx'
import { entryQuery } from './queries.ts'

/** Forms about entries as pages; the id is that of the entry, or of the device for a new entry. */
export const pages: readonly FormPage[] = [
  {
    form: newRemoteAccessForm,
    call: createRemoteAccess,
    Page: ({ id }) => <AddEntryWindow device={id === undefined ? null : Number(id)} />,
  },
  {
    form: editRemoteAccessForm,
    call: updateRemoteAccess,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={entryQuery(Number(id))}>
        {(entry) => (entry ? <EditEntryWindow entry={entry} /> : <Navigate to="/404" replace />)}
      </Loaded>
    ),
  },
]
