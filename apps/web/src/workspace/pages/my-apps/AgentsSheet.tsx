import { agentsChangeSchema, type InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { tellInstalls } from '../../../lib/installs-news.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useChange, useEndpoint } from '../../data/use-endpoint.ts'
import { CheckList, Choices } from '../../kit/choices.tsx'
import { FormSheet } from '../../kit/FormSheet.tsx'
import { Loaded } from '../../kit/Loaded.tsx'

const ACCOUNTS_FAILED = "Cannot fetch list of organization's accounts."

type Props = { application: InstalledApplication; onClose: () => void }

/** The form that chooses who may use an installed application: everybody, or certain people. */
export const AgentsSheet = ({ application: { id, name, agents: before }, onClose }: Props) => {
  const people = useEndpoint('product', 'GET /agents')
  const change = useChange('product', 'PUT /applications/{id}/agents', {
    stale: [['product', 'GET /organizations/my/applications']],
    done: ({ installed }) => (installed ? 'Saved.' : `${name} is not installed any more.`),
  })
  return (
    <FormSheet
      title={`Who uses ${name}?`}
      schema={agentsChangeSchema}
      values={{ agents: before }}
      submit="Save"
      save={async (body) => {
        await change({ params: { id }, body })
        tellInstalls()
      }}
      what={`who uses ${name}`}
      ready={people.data !== undefined}
      onClose={onClose}
    >
      {({ values: { agents }, set, problemOf }) => {
        const problem = problemOf('agents')
        const choose = (next: string[] | null) => set('agents', next)
        return (
          <>
            <Choices
              legend="Who may use it"
              name="agents"
              choices={[
                { label: 'Everybody in your organization', chosen: agents === null, choose: () => choose(null) },
                { label: 'Only these', chosen: agents !== null, choose: () => choose(before ?? []) },
              ]}
            />
            <Loaded query={people} failed={ACCOUNTS_FAILED} waiting={<Skeleton className="mt-3 h-24" />}>
              {(everybody) =>
                agents && (
                  <CheckList
                    label="People"
                    entries={everybody.map((agent) => ({
                      id: agent.id,
                      label: agent.suspended ? `${agent.name} (suspended)` : agent.name,
                      note: agent.email,
                    }))}
                    chosen={new Set(agents)}
                    onChange={choose}
                  />
                )
              }
            </Loaded>
            {problem && (
              <p role="alert" className="mt-3 text-danger">
                {problem}
              </p>
            )}
          </>
        )
      }}
    </FormSheet>
  )
}
