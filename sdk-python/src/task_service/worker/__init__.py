"""The worker loop: claims tasks, keeps their leases and ends their runs."""
