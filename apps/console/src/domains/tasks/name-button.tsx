import cells from '../../tables/cells.module.css'

/** The name of a row, which opens it. */
export function NameButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={cells.name}
      title={name}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {name}
    </button>
  )
}
