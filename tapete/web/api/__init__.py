"""The interface for programs: everything that the pages do, over HTTP and a websocket, under ``/api/v1``.

``app.application(house)`` is the whole of it, documented by OpenAPI at ``/docs``. A mistake is answered by a problem
document (RFC 9457) with the sentence, the section and the field, in the language that the request accepts.
"""
