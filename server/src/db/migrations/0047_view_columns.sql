-- The columns of a saved view in their order, by the names of the API: the list of tasks shows them, and the export writes them.
--
-- The new column has no default, so no row is rewritten; null means that the view says nothing about columns. The previous
-- release does not know the column: it keeps the columns of views that it changes.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on views

alter table views add column columns text[];
